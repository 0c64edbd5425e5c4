import type { Event } from '../../model/event';
import { eventsOf } from '../../projection/view';
import { fitting } from '../fitting';
import { withoutSealed } from '../opaque';
import { quoted } from '../quoted';
import { jsonText, readable } from '../readable';
import { type HandoffUse, place, type Shown } from '../shown';

const ONE = 8_000;
const LIMIT = 40_000;

/** Instructions and settings that were in force: settings, and what the site or a developer put in. */
export function configSection(shown: Shown, path: readonly Event[], use: HandoffUse): string {
  const isPut = (event: Event): boolean =>
    event.kind === 'message' && (event.body.role === 'system' || event.body.role === 'developer');
  const put = path.filter(isPut);
  const order = (event: Event): number => shown.view.first.get(event.id) ?? 0;
  const events: Event[] = [...eventsOf(shown.view, 'config'), ...(use === 'alone' ? put : [])];
  const write = (event: Event): string => {
    const text = event.kind === 'config' ? configText(shown, event) : readable(shown, event);
    return text === '' ? '' : `${place(shown, event.id)}:\n\n${quoted(shown, event.id, text, ONE)}`;
  };
  const { kept, left } = fitting(
    events.sort((a, b) => order(a) - order(b)),
    write,
    LIMIT,
  );
  const lines = [
    ...(left > 0 ? [`${left} more are in session.jsonl.`] : []),
    ...(use === 'followed' && put.length > 0 ? [FOLLOW] : []),
    ...kept,
  ];
  return `## Instructions and settings in force then\n\n${lines.length > 0 ? lines.join('\n\n') : NONE}`;
}

const NONE = 'The site did not say which instructions were in force. There may have been some.';
const FOLLOW = 'What the site or a developer put in as messages follows among the messages, quoted.';

/** Members that say where settings stood, not what they are. */
const ABOUT: ReadonlySet<string> = new Set(['parts', 'extra', 'hidden', 'role', 'status']);

function configText(shown: Shown, event: Event<'config'>): string {
  const settings = Object.entries(event.body).filter(([key, value]) => !ABOUT.has(key) && (value ?? null) !== null);
  const said = settings.length > 0 ? jsonText(withoutSealed(Object.fromEntries(settings), () => undefined)) : '';
  return [readable(shown, event), said].filter((text) => text !== '').join('\n\n');
}
