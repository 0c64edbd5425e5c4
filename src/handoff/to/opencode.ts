import { z } from 'zod';
import { parseJson } from '../../lib/json';
import type { AssistantTurn, Turn, UserTurn } from '../turns';
import { faultsIn, PLAIN, type Step } from './check';
import type { About, Format } from './format';

/** What `opencode import` takes. Its ids put the messages in order: they count up, and lie before all that it makes itself. */

const words = z.string().min(1);
const SessionId = z.string().regex(/^ses_[0-9a-zA-Z]{26}$/);
const MessageId = z.string().regex(/^msg_[0-9a-zA-Z]{26}$/);
const own = { id: z.string().regex(/^prt_[0-9a-zA-Z]{26}$/), sessionID: SessionId, messageID: MessageId };
const zero = z.literal(0);
const Tokens = z.strictObject({
  ...{ input: zero, output: zero, reasoning: zero },
  cache: z.strictObject({ read: zero, write: zero }),
});
const span = z.strictObject({ start: z.int(), end: z.int() });
const input = z.record(z.string(), z.unknown());

const Part = z.discriminatedUnion('type', [
  z.strictObject({ ...own, type: z.literal('text'), text: words }),
  z.strictObject({
    ...own,
    type: z.literal('file'),
    mime: words,
    filename: words,
    url: z.string().startsWith('data:'),
  }),
  z.strictObject({ ...own, type: z.literal('step-start') }),
  z.strictObject({ ...own, type: z.literal('step-finish'), reason: words, cost: zero, tokens: Tokens }),
  z.strictObject({
    ...{ ...own, type: z.literal('tool'), callID: z.string().regex(PLAIN), tool: z.string().regex(PLAIN) },
    state: z.discriminatedUnion('status', [
      z.strictObject({
        ...{ status: z.literal('completed'), input, output: words, title: words },
        ...{ metadata: z.strictObject({}), time: span },
      }),
      z.strictObject({ status: z.literal('error'), input, error: words, metadata: z.strictObject({}), time: span }),
    ]),
  }),
]);
type Part = z.infer<typeof Part>;

const info = { id: MessageId, sessionID: SessionId, agent: words };
const Info = z.discriminatedUnion('role', [
  z.strictObject({
    ...{ ...info, role: z.literal('user'), time: z.strictObject({ created: z.int() }) },
    model: z.strictObject({ providerID: words, modelID: words }),
  }),
  z.strictObject({
    ...{ ...info, role: z.literal('assistant'), parentID: MessageId, modelID: words, providerID: words, mode: words },
    ...{ time: z.strictObject({ created: z.int(), completed: z.int() }), cost: zero, tokens: Tokens, finish: words },
    path: z.strictObject({ cwd: words, root: words }),
  }),
]);
const File = z.strictObject({
  info: z.strictObject({
    ...{ id: SessionId, slug: words, projectID: words, directory: words, title: words, version: words },
    time: z.strictObject({ created: z.int(), updated: z.int() }),
  }),
  messages: z
    .array(z.strictObject({ info: Info, parts: z.array(Part).min(1) }))
    .min(1)
    .refine(
      (list) => list.every((each, at) => at === 0 || each.info.id > (list[at - 1]?.info.id ?? '')),
      'out of order',
    ),
});
type Message = z.infer<typeof File>['messages'][number];

const TOKENS: z.infer<typeof Tokens> = { input: 0, output: 0, reasoning: 0, cache: { read: 0, write: 0 } };

export const opencode: Format = {
  name: 'opencode',
  file: 'opencode.json',
  pictures: true,
  write(turns, about) {
    const sessionID = `ses_${idOf(about, 'session')}`;
    const time = { created: millis(about, 0), updated: millis(about, turns.length - 1) };
    const head = {
      id: sessionID,
      slug: `imported-${idOf(about, 'slug').slice(0, 8)}`,
      projectID: 'global',
      directory: '/',
    };
    const messages: Message[] = [];
    let user = '';
    for (const [index, turn] of turns.entries()) {
      const id = `msg_${counted(index)}`;
      if (turn.role === 'user') user = id;
      messages.push(messageOf(turn, { about, id, sessionID, user, at: millis(about, index), index }));
    }
    const lines = messages.map((message) => JSON.stringify(message));
    const whole = JSON.stringify({ ...head, title: about.title, version: '1.0.0', time });
    return { text: `{"info":${whole},\n"messages":[\n${lines.join(',\n')}\n]}\n` };
  },
  validate: (text) => faultsIn(parseJson(text), File, ({ messages }) => messages.flatMap(stepsOf)),
  use: (file, about) => `Go on with: opencode import ${file} && opencode run --session ses_${idOf(about, 'session')}`,
};

const idOf = ({ uuid }: About, name: string): string => uuid(`opencode ${name}`).replaceAll('-', '').slice(0, 26);
const counted = (number: number): string => String(number).padStart(12, '0').padEnd(26, '0');
const millis = ({ times }: About, index: number): number => Date.parse(times[index] ?? '') || 0;

interface Place {
  readonly about: About;
  readonly id: string;
  readonly sessionID: string;
  /** The message that the assistant answers. */
  readonly user: string;
  readonly at: number;
  readonly index: number;
}

function messageOf(turn: Turn, place: Place): Message {
  const { about, id, sessionID, user, at, index } = place;
  const model = { providerID: about.site, modelID: (turn.role === 'assistant' && turn.model) || 'unknown' };
  const own = { id, sessionID, agent: 'build' };
  // the parts of a message are counted on from those of the one before it: a turn has fewer than a million
  let next = index * 1_000_000;
  const part = () => ({ id: `prt_${counted(next++)}`, sessionID, messageID: id });
  if (turn.role === 'user')
    return { info: { ...own, role: 'user', time: { created: at }, model }, parts: userParts(turn, part) };
  return {
    info: {
      ...{ ...own, role: 'assistant', parentID: user, ...model, mode: 'build', path: { cwd: '/', root: '/' } },
      ...{ time: { created: at, completed: at }, cost: 0, tokens: TOKENS, finish: finishOf(turn) },
    },
    parts: assistantParts(turn, at, part),
  };
}

const finishOf = ({ calls }: AssistantTurn): string => (calls.length > 0 ? 'tool-calls' : 'stop');

type Own = () => { id: string; sessionID: string; messageID: string };

const userParts = ({ text, pictures }: UserTurn, own: Own): Part[] => [
  { ...own(), type: 'text', text },
  ...pictures.map(({ mime, base64 }, at): Part => {
    const filename = `picture-${at + 1}.${mime.replace('image/', '')}`;
    return { ...own(), type: 'file', mime, filename, url: `data:${mime};base64,${base64}` };
  }),
];

const assistantParts = (turn: AssistantTurn, at: number, own: Own): Part[] => [
  { ...own(), type: 'step-start' },
  ...(turn.text === null ? [] : [{ ...own(), type: 'text' as const, text: turn.text }]),
  ...turn.calls.map(({ id, name, input, result, failed }): Part => {
    const time = { start: at, end: at };
    const state = failed
      ? ({ status: 'error', input, error: result, metadata: {}, time } as const)
      : ({ status: 'completed', input, output: result, title: name, metadata: {}, time } as const);
    return { ...own(), type: 'tool', callID: id, tool: name, state };
  }),
  { ...own(), type: 'step-finish', reason: finishOf(turn), cost: 0, tokens: TOKENS },
];

const stepsOf = ({ info: { role }, parts }: Message): Step[] =>
  parts.flatMap((part): Step[] => {
    if (part.type === 'text') return [{ says: role }];
    return part.type === 'tool' ? [{ call: part.callID }, { result: part.callID }] : [];
  });
