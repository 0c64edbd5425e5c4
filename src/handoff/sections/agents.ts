import type { Event } from '../../model/event';
import { type Thread, threadsOf } from '../../projection/threads';
import { eventsOf } from '../../projection/view';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { quoted } from '../quoted';
import { readable } from '../readable';
import { type Said, saidIn } from '../said';
import { place, type Shown } from '../shown';

const ONE = 8_000;
const LIMIT = 40_000;

/** Other agents: what each was asked, what they told one another, and what each said last. */
export function agentSection(shown: Shown): string {
  const threads = threadsOf(shown.view).filter(({ id }) => id !== 'root' && shown.chosen.agent(id));
  const told = eventsOf(shown.view, 'agent.message').filter(shown.chosen.event);
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
function lastWords(shown: Shown): ReadonlyMap<string, Said> {
  const last = new Map<string, Said>();
  const ofAgents = [...shown.view.current.values()].filter(
    ({ thread, kind }) => thread !== 'root' && kind === 'message',
  );
  for (const said of saidIn(shown, ofAgents)) if (said.text !== '') last.set(said.event.thread, said);
  return last;
}

function reportText(shown: Shown, { id, name }: Thread, said: Said | undefined): string {
  if (!said) return '';
  const words = quoted(shown, said.begins, said.text, ONE);
  return `${said.numbers}, last words of the agent ${quotedName(name ?? id)}:\n\n${words}`;
}
