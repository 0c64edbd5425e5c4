import type { Event } from '../../model/event';
import { gapsOf } from '../../projection/lacks';
import { eventsOf } from '../../projection/view';
import { gapSentence } from '../../report/gaps';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { withoutSealed } from '../opaque';
import { quoted } from '../quoted';
import { jsonText, readable } from '../readable';
import { type Said, saidIn } from '../said';
import { settingsName, settingsOf, settingsSince } from '../settings';
import { type HandoffUse, place, type Shown } from '../shown';

const ONE = 8_000;
const LIMIT = 40_000;

/** Roles of what a site or a developer puts in. */
const PUT_IN: ReadonlySet<string> = new Set(['system', 'developer']);

type Setting = Omit<Said, 'event'> & { readonly event: Event };

/** Instructions and settings that were in force: settings, and what the site or a developer put in. */
export function configSection(
  shown: Shown,
  path: readonly Event[],
  use: HandoffUse,
  limit = Number.POSITIVE_INFINITY,
): string {
  const put = saidIn(shown, path).filter(({ event }) => PUT_IN.has(event.body.role));
  const order = ({ event }: Setting): number => shown.view.first.get(event.id) ?? 0;
  const settings = eventsOf(shown.view, 'config').map((event): Setting => {
    const text = configText(shown, event);
    return { event, numbers: `${place(shown, event.id)}${aboutSettings(event)}`, begins: event.id, text };
  });
  const write = ({ numbers, begins, text }: Setting): string =>
    text === '' ? '' : `${numbers}:\n\n${quoted(shown, begins, text, Math.min(ONE, limit), Number.isFinite(limit))}`;
  const { kept, left } = fitting(
    [...settings, ...(use === 'alone' ? put : [])].sort((a, b) => order(a) - order(b)),
    write,
    Math.min(LIMIT, limit),
  );
  const lines = [
    ...(left > 0 ? [`${left} more are in session.jsonl.`] : []),
    ...(use === 'followed' && put.length > 0 ? [FOLLOW] : []),
    ...kept,
    ...(kept.length > 0 || put.length > 0 ? unsent(shown) : []),
  ];
  return `## Instructions and settings in force then\n\n${lines.length > 0 ? lines.join('\n\n') : NONE}`;
}

const NONE = 'The site did not say which instructions were in force. There may have been some.';
const FOLLOW = 'What the site or a developer put in as messages follows among the messages, quoted.';

/** Whose settings they are, and as of when. */
function aboutSettings(event: Event<'config'>): string {
  const name = settingsName(event);
  const whose = [settingsOf(event), name === null ? null : quotedName(name)].filter((each) => each !== null).join(' ');
  const since = settingsSince(event);
  return `${whose === '' ? '' : `, ${whose}`}${since === null ? '' : `, as of ${since}`}`;
}

/** What no reading of the session shows, as the site never sends it. */
const unsent = (shown: Shown): string[] =>
  gapsOf(shown.view)
    .filter(({ body }) => body.always === true)
    .map((gap) => `Not here: ${gapSentence(gap)}.`);

/** Members that say where settings stood, not what they are. */
const ABOUT: ReadonlySet<string> = new Set(['parts', 'extra', 'hidden', 'role', 'status']);

function configText(shown: Shown, event: Event<'config'>): string {
  const settings = Object.entries(event.body).filter(([key, value]) => !ABOUT.has(key) && (value ?? null) !== null);
  const said = settings.length > 0 ? jsonText(withoutSealed(Object.fromEntries(settings), () => undefined)) : '';
  return [readable(shown, event), said].filter((text) => text !== '').join('\n\n');
}
