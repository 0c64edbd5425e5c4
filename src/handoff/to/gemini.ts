import { z } from 'zod';
import { parseJson } from '../../lib/json';
import type { Call, Turn } from '../turns';
import { faultsIn, PLAIN, type Step } from './check';
import type { Format } from './format';
import { addTo, type Side } from './sides';
import { listText } from './texts';

/** `contents` of generateContent, in which a call follows the person's words and its results follow at once. */

const words = z.string().min(1);
const Name = z
  .string()
  .regex(PLAIN)
  .regex(/^[a-zA-Z]/);
const Answer = z.union([z.strictObject({ output: words }), z.strictObject({ error: words })]);

export const Part = z.union([
  z.strictObject({ text: words }),
  z.strictObject({ inlineData: z.strictObject({ mimeType: words, data: z.base64() }) }),
  z.strictObject({
    functionCall: z.strictObject({ id: z.string().regex(PLAIN), name: Name, args: z.record(z.string(), z.unknown()) }),
  }),
  z.strictObject({ functionResponse: z.strictObject({ id: z.string().regex(PLAIN), name: Name, response: Answer }) }),
]);
export type Part = z.infer<typeof Part>;

const Content = z.strictObject({ role: z.enum(['user', 'model']), parts: z.array(Part).min(1) });
const Contents = z.array(Content).min(1).refine(answersAtOnce, 'results do not follow their calls at once');

/** As many results as calls, in the entry after theirs, with nothing else in it. */
function answersAtOnce(contents: readonly z.infer<typeof Content>[]): boolean {
  return contents.every(({ role, parts }, at) => {
    const before = contents[at - 1];
    const calls = before?.parts.filter((part) => 'functionCall' in part).length ?? 0;
    const results = parts.filter((part) => 'functionResponse' in part).length;
    const inPlace = calls === results && (results === 0 || parts.length === results);
    return inPlace && (role === 'user' || before?.role !== 'model');
  });
}

type Sides = Side<'user' | 'model', Part>[];

export const gemini: Format = {
  name: 'gemini',
  file: 'gemini.json',
  pictures: true,
  write(turns) {
    const sides: Sides = [];
    for (const turn of turns) addTurn(sides, turn);
    return { text: listText(sides) };
  },
  validate: (text) =>
    faultsIn(parseJson(text), Contents, (contents) => contents.flatMap(({ role, parts }) => stepsOf(role, parts))),
  use: (file) => `Send the list in ${file} as "contents" of a generateContent request, your own after it.`,
};

function addTurn(sides: Sides, turn: Turn): void {
  if (turn.role === 'user') {
    const afterResults = sides.at(-1)?.parts.some((part) => 'functionResponse' in part) ?? false;
    addTo(sides, 'user', [{ text: turn.text }, ...picturesOf(turn.pictures)], afterResults);
    return;
  }
  const { text, calls } = turn;
  addTo(sides, 'model', [
    ...(text === null ? [] : [{ text }]),
    ...calls.map(({ id, name, input }): Part => ({ functionCall: { id, name, args: input } })),
  ]);
  if (calls.length > 0) addTo(sides, 'user', calls.map(answerOf), true);
}

export const picturesOf = (pictures: readonly { readonly mime: string; readonly base64: string }[]): Part[] =>
  pictures.map(({ mime, base64 }) => ({ inlineData: { mimeType: mime, data: base64 } }));

/** What a call gave back. */
export const answerOf = ({ id, name, result, failed }: Call): Part => ({
  functionResponse: { id, name, response: failed ? { error: result } : { output: result } },
});

export const stepsOf = (role: 'user' | 'model', parts: readonly Part[]): Step[] =>
  parts.flatMap((part): Step[] => {
    if ('text' in part) return [{ says: role === 'user' ? 'user' : 'assistant' }];
    if ('functionCall' in part) return [{ call: part.functionCall.id }];
    return 'functionResponse' in part ? [{ result: part.functionResponse.id }] : [];
  });
