import { utf8Length } from '../../lib/bytes';
import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace, Payload, Reading, SessionReading } from '../contract';
import { sessionDraft } from '../kit/notes';
import { socketTopics } from './frames';
import { hear } from './heard';
import { readHeard } from './stream';

/**
 * Reads what came over the site's socket: turns that were handed over from a stream, each under a topic of its own. One
 * conversation is one session: of several the first that says something, and a gap for the others.
 */
export function readSocket({ text }: Payload): Reading {
  const { topics, broken } = socketTopics(text);
  const readings = topics.map(({ events, conversation }) => readHeard(hear(events), { asked: null, conversation }));
  const sessions = readings.filter((each) => each.kind === 'session');
  const [first] = sessions;
  if (!first)
    return readings.find(({ kind }) => kind === 'drift') ?? (broken.length > 0 ? BROKEN : readings[0]) ?? NOTHING;
  const same = sessions.filter(({ native }) => native === first.native);
  const session = first.native ?? '';
  const whole: DraftPlace[] = [[0, utf8Length(text)]];
  return {
    kind: 'session',
    native: first.native,
    occurred: first.occurred,
    drafts: [
      ...once(same.flatMap(({ drafts }) => drafts)),
      ...(same.length < readings.length ? [lack(session, 'unsupported', 'other-conversations', whole)] : []),
      ...(broken.length > 0 ? [lack(session, 'unreadable', 'lines', broken.slice(0, MOST_PLACES))] : []),
    ],
    attachments: same.flatMap(({ attachments }) => attachments),
    cut: same.some(({ cut }) => cut),
  } satisfies SessionReading;
}

/** What several turns say of the conversation, as the last one has it. */
const once = (drafts: readonly Draft[]): Draft[] => [...new Map(drafts.map((draft) => [draft.id, draft])).values()];

const BROKEN: Reading = { kind: 'drift', because: 'not-json', at: ['line'] };
const NOTHING: Reading = { kind: 'nothing', because: 'other-page' };
const MOST_PLACES = 50;

const lack = (session: string, why: 'unsupported' | 'unreadable', of: string, raw: readonly DraftPlace[]): Draft =>
  sessionDraft({
    id: sessionEventId('chatgpt', session, 'gap', `socket-${of}`),
    kind: 'gap',
    body: { what: { of }, why, where: 'socket', native: null },
    raw,
  });
