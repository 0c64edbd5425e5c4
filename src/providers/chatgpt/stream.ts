import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace, Payload, Reading, SessionReading } from '../contract';
import { gapDraft, ownIdOf, sessionDraft } from '../kit/notes';
import { streamEvents } from '../kit/stream';
import { growTree } from '../kit/tree';
import { asObject, asText, asWords, said, textsIn } from '../kit/value';
import { type Request, readRequest } from './asked';
import { besideDrafts } from './beside';
import { elsewhereDrafts, partConversations } from './elsewhere';
import { type Heard, hear, type Said } from './heard';
import { type Kept, type Nodes, readNodes } from './nodes';
import { temporaryCopy } from './servers';
import { notSent } from './session';
import { type TurnMessage, turnOf } from './turn';
import { type Places, type Walk, walkMessages } from './walk';

/** What is known of a stream besides what it says. */
export interface Around {
  readonly asked: Request | null;
  /** The conversation that it is of, where it does not say so itself. */
  readonly conversation: string | null;
}

/** Reads the stream of an answer. */
export function readStream({ text, request }: Payload): Reading {
  const events = streamEvents(text).map(
    ({ name, data, from, to, finished }): Said => ({ name, data, place: [from, to], finished }),
  );
  return readHeard(hear(events), { asked: readRequest(request), conversation: null });
}

/** What a stream said, as a reading: the messages of one turn, read as those of a tree are. */
export function readHeard(all: Heard, { asked, conversation }: Around): Reading {
  const { own: heard, conversation: named, others } = partConversations(all);
  const turn = turnOf(heard, asked);
  const native = (named ?? asked?.conversation ?? conversation)?.toWellFormed() ?? null;
  const unread = unreadIn(heard, turn, native);
  if (unread) return unread;
  const session = native ?? turn[0]?.key.toWellFormed() ?? '';
  const temporary = asked?.temporary ?? false;
  const places = placesOf(turn, heard);
  const { nodes, walk } = walkTurn(turn, places, { session, native: temporary ? null : native });
  const drafts = [
    ...aboutTurn(heard, turn, nodes, { session, asked }),
    ...withFidelity(walk, turn, nodes),
    ...lacking(turn, nodes),
    ...turn.flatMap(({ left, unread: odd, places: at }) => [
      ...unknownDrafts(session, 'version', left, at),
      ...unknownDrafts(session, 'change', odd, at),
    ]),
    ...unknownDrafts(session, 'request', asked?.odd ?? [], [{ request: '/messages' }]),
    ...strangeDrafts(heard, session),
    ...elsewhereDrafts(others, session),
    ...besideDrafts(heard.asides, { session, modelOf: modelIn(turn) }),
    notSent(session, places.all),
    ...walk.edited.drafts(),
    ...walk.servers.drafts(),
    ...(temporary ? [temporaryCopy(session, places.all), temporaryDraft(session)] : []),
  ];
  return {
    kind: 'session',
    native,
    occurred: beginOf(turn, nodes, asked),
    drafts,
    attachments: [...walk.attachments.values()],
    cut: isCut(heard, turn),
    ...(temporary ? { temporary } : {}),
    ...(heard.headless.length > 0 || heard.strange.length > 0 ? { isPart: true } : {}),
  };
}

/** What a stream is in which nothing can be read; null for one in which something can. */
function unreadIn(
  { encoding, strange, headless }: Heard,
  turn: readonly TurnMessage[],
  native: string | null,
): Exclude<Reading, SessionReading> | null {
  if (encoding !== null && encoding !== 'v1') return { kind: 'drift', because: 'shape', at: ['delta_encoding'] };
  if (turn.length > 0) return null;
  // that an answer went elsewhere, or nowhere, is no session
  if (strange.length === 0 && headless.length === 0) return { kind: 'nothing', because: 'other-page' };
  return native === null ? { kind: 'drift', because: 'shape', at: ['no message'] } : null;
}

function placesOf(turn: readonly TurnMessage[], { headless, strange }: Heard): Places {
  const byKey = new Map(turn.map(({ key, places }) => [key, places]));
  return {
    message: ({ node }) => byKey.get(node.key) ?? [],
    pointer: () => '',
    all: turn[0]?.places ?? headless[0]?.places ?? placesIn(strange),
    where: 'stream',
  };
}

interface Walked {
  readonly nodes: Nodes;
  readonly walk: Walk;
}

function walkTurn(
  turn: readonly TurnMessage[],
  places: Places,
  about: { readonly session: string; readonly native: string | null },
): Walked {
  const mapping = Object.fromEntries(
    turn.map(({ key, message, parent }) => [key, { id: key, message, parent, children: [] }]),
  );
  const nodes = readNodes(mapping);
  const tree = growTree(nodes.all, nodes.find);
  return { nodes, walk: walkMessages({ tree, kept: nodes.kept, odd: nodes.odd, places, ...about, midway: true }) };
}

/** How sure it is where a message stands, and whether all of it could be put together. */
function withFidelity({ drafts }: Walk, turn: readonly TurnMessage[], { kept }: Nodes): Draft[] {
  const marks = new Map<string, Draft['fidelity']>();
  for (const { key, failed, derived } of turn) {
    const event = kept.get(key)?.event ?? '';
    if (failed.length > 0) marks.set(event, 'partial');
    else if (derived) marks.set(event, 'derived');
  }
  return drafts.map((draft) => {
    const fidelity = marks.get(draft.id);
    return fidelity && draft.kind !== 'gap' ? { ...draft, fidelity } : draft;
  });
}

/** Changes of a message that could not be made, beside it. */
function lacking(turn: readonly TurnMessage[], { kept }: Nodes): Draft[] {
  return turn.flatMap(({ key, failed, places }) => {
    const here = kept.get(key);
    if (!here || failed.length === 0) return [];
    const gap = { why: 'unreadable', what: { changes: failed }, native: here.message.id } as const;
    return [gapDraft(here.event, 'gap.changes', gap, places)];
  });
}

/** What belongs to no message: changes of one that began before the stream did, and events that nobody knows. */
function strangeDrafts({ headless, strange }: Heard, session: string): Draft[] {
  const broken = strange.filter((each) => each.broken);
  return [
    ...headless.flatMap(({ versions, gone, unread, places }) => [
      ...unknownDrafts(session, 'delta', [...versions, ...gone, ...unread], places),
      streamGap(session, 'not-sent', 'beginning', { of: versions, raw: places }),
    ]),
    ...unknownDrafts(
      session,
      'event',
      strange.map(({ value }) => value),
      placesIn(strange),
    ),
    ...(broken.length > 0
      ? [streamGap(session, 'unreadable', 'event', { of: broken.map(({ value }) => value), raw: placesIn(broken) })]
      : []),
  ];
}

const MOST_PLACES = 50;
const placesIn = (strange: Heard['strange']): DraftPlace[] => strange.slice(0, MOST_PLACES).map(({ place }) => place);

function unknownDrafts(session: string, type: string, values: readonly unknown[], raw: readonly DraftPlace[]): Draft[] {
  if (values.length === 0) return [];
  const texts = textsIn(values).filter((text) => /\S/.test(text));
  const body = { type, text: texts.length > 0 ? texts.join('\n') : null };
  const id = sessionEventId('chatgpt', session, 'unknown', ownIdOf(body, 0));
  return [sessionDraft({ id, kind: 'unknown', body, raw })];
}

/** A gap of this stream alone: its id is from what there is of what is missing. */
function streamGap(
  session: string,
  why: 'not-sent' | 'unreadable',
  what: string,
  { of, raw }: { readonly of: unknown; readonly raw: readonly DraftPlace[] },
): Draft {
  const id = sessionEventId('chatgpt', session, 'gap', `stream-${what}-${ownIdOf(of, 0)}`);
  return sessionDraft({ id, kind: 'gap', body: { what: { of: what }, why, where: 'stream', native: null }, raw });
}

function modelIn(turn: readonly TurnMessage[]): (id: string) => string | null | undefined {
  const models = new Map(turn.map(({ key, message }) => [key, asWords(asObject(message.metadata).model_slug)]));
  return (id) => models.get(id);
}

/** Title and leaf. The person was on what was heard last: the end of the turn. */
function aboutTurn(
  { asides }: Heard,
  turn: readonly TurnMessage[],
  { kept }: Nodes,
  { session, asked }: { readonly session: string; readonly asked: Request | null },
): Draft[] {
  const above = new Set(turn.map(({ parent }) => parent));
  const last = turn.findLast(({ key }) => !above.has(key)) ?? turn.at(-1); // messages may name each other
  const titles = asides.filter(({ type, value }) => type === 'title_generation' && asText(value.title) !== null);
  const title = titles.at(-1);
  // the person's message has the time of the page's clock, which may be ahead of any later read
  const answers = turn.flatMap(({ key }) => kept.get(key) ?? []).filter(({ message }) => message.role !== 'user');
  const times = answers.flatMap(timesOf);
  if (times.length === 0 && !title) return []; // nothing was answered: what was said of the leaf before holds
  const gizmo = asked?.gizmo ?? null;
  const body = {
    title: asText(title?.value.title),
    leaf: kept.get(last?.key ?? '')?.event ?? null,
    project: gizmo?.startsWith('g-p-') ? gizmo : null,
    ...said({ leafFrom: 'heard', gizmo }),
  };
  const raw = [...(title ? [title.place] : []), ...(last?.places.slice(-1) ?? [])];
  const id = sessionEventId('chatgpt', session, 'session.updated');
  return [sessionDraft({ id, kind: 'session.updated', body, raw, updated: times.sort().at(-1) ?? null })];
}

const timesOf = ({ message: { created, updated } }: Kept): string[] =>
  [created, updated].filter((time) => time !== null);

/** When the conversation began, where it did so with this turn. */
function beginOf(turn: readonly TurnMessage[], { kept }: Nodes, asked: Request | null): string | null {
  const first = turn[0];
  const isFirst = asked ? asked.begins : first?.parent === null && asObject(first.message.author).role === 'system';
  return isFirst ? (turn.flatMap(({ key }) => kept.get(key) ?? []).flatMap(timesOf)[0] ?? null) : null;
}

const temporaryDraft = (session: string): Draft =>
  sessionDraft({
    id: sessionEventId('chatgpt', session, 'config', 'temporary'),
    kind: 'config',
    body: { scope: 'conversation', is_temporary_chat: true },
    raw: [{ request: '/history_and_training_disabled' }],
  });

/** The answer was not over when the stream was: it broke off, failed, or went on over a socket. */
function isCut({ ended, asides }: Heard, turn: readonly TurnMessage[]): boolean {
  return (
    !ended ||
    asides.some(({ type }) => type === 'stream_handoff' || type === 'error') ||
    turn.some(({ message }) => message.status === 'in_progress')
  );
}
