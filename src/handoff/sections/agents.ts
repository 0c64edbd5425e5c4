import type { Event } from '../../model/event';
import { type Thread, threadsOf } from '../../projection/threads';
import { eventsOf } from '../../projection/view';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { quoted } from '../quoted';
import { readable } from '../readable';
import { place, type Shown } from '../shown';

const ONE = 8_000;
const LIMIT = 40_000;

/** Other agents: what each was asked, what they told one another, and what each said last. */
export function agentSection(shown: Shown): string {
  const threads = threadsOf(shown.view).filter(({ id }) => id !== 'root');
  const told = eventsOf(shown.view, 'agent.message');
  if (threads.length === 0 && told.length === 0) return '';
  const last = lastWords(shown);
  const texts = [
    ...told.map((event) => () => toldText(shown, event)),
    ...threads.map((thread) => () => reportText(shown, thread, last.get(thread.id))),
  ];
  const { kept, left } = fitting(texts, (write) => write(), LIMIT);
  const list = threads.map(({ id, name, events }) => `- agent ${quotedName(name ?? id)}: ${events} events`).join('\n');
  const note = left > 0 ? `${left} more texts are in transcript.md.` : '';
  return ['## Other agents', list, note, ...kept].filter((text) => text !== '').join('\n\n');
}

function toldText(shown: Shown, event: Event<'agent.message'>): string {
  const { author, recipients } = event.body;
  const to = recipients.map(quotedName).join(', ') || 'somebody';
  const text = readable(shown, event) || '[not readable]';
  return `${place(shown, event.id)}, ${author ? quotedName(author) : 'somebody'} to ${to}:\n\n${quoted(shown, event.id, text, ONE)}`;
}

/** The last message of each agent. */
function lastWords(shown: Shown): ReadonlyMap<string, Event<'message'>> {
  const last = new Map<string, Event<'message'>>();
  for (const event of eventsOf(shown.view, 'message'))
    if (event.thread !== 'root' && event.body.parts.length > 0) last.set(event.thread, event);
  return last;
}

function reportText(shown: Shown, { id, name }: Thread, event: Event<'message'> | undefined): string {
  const text = event ? readable(shown, event) : '';
  if (!event || text === '') return '';
  const words = quoted(shown, event.id, text, ONE);
  return `${place(shown, event.id)}, last words of the agent ${quotedName(name ?? id)}:\n\n${words}`;
}
