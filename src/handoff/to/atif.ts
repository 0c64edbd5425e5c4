import { z } from 'zod';
import { parseJson } from '../../lib/json';
import { seenOf } from '../fit/size';
import type { AssistantTurn } from '../turns';
import { faultsIn, PLAIN, type Step } from './check';
import type { About, Format } from './format';

/**
 * A trajectory in the Agent Trajectory Interchange Format, for tools that look into what an agent did. Nothing goes on from
 * it: the handoff is its note. Version 1.4 has all that is used, and newer readers take it.
 */

const words = z.string().min(1);
const step = {
  step_id: z.int().min(1),
  timestamp: z.iso.datetime(),
  extra: z.strictObject({ event: words.nullable() }),
};
const Step_ = z.discriminatedUnion('source', [
  z.strictObject({ ...step, source: z.enum(['user', 'system']), message: words }),
  z.strictObject({
    ...{ ...step, source: z.literal('agent'), message: z.string(), model_name: words.optional() },
    reasoning_content: words.optional(),
    tool_calls: z
      .array(
        z.strictObject({
          ...{ tool_call_id: z.string().regex(PLAIN), function_name: z.string().regex(PLAIN) },
          arguments: z.record(z.string(), z.unknown()),
        }),
      )
      .min(1)
      .optional(),
    observation: z
      .strictObject({ results: z.array(z.strictObject({ source_call_id: z.string(), content: words })).min(1) })
      .optional(),
  }),
]);
type AtifStep = z.infer<typeof Step_>;
const File = z.strictObject({
  ...{ schema_version: z.literal('ATIF-v1.4'), session_id: z.uuid(), notes: words },
  agent: z.strictObject({ name: words, version: words }),
  steps: z
    .array(Step_)
    .min(1)
    .refine((list) => list.every(({ step_id }, at) => step_id === at + 1), 'steps are not counted from 1 on'),
});

export const atif: Format = {
  name: 'atif',
  file: 'atif.json',
  pictures: false,
  write(turns, about) {
    const [handoff, ...others] = turns;
    const steps = others.map((turn, at): AtifStep => {
      const timestamp = about.times[at + 1] ?? '';
      const extra = { event: turn.event === null ? null : about.number(turn.event) };
      const own = { step_id: at + 1, timestamp, extra };
      if (turn.role === 'assistant') return agentStep(own, turn, about);
      return { ...own, source: turn.from === 'person' ? 'user' : 'system', message: turn.text };
    });
    const nothing: AtifStep = {
      ...{ step_id: 1, timestamp: about.times[0] ?? '', extra: { event: null } },
      ...{ source: 'system', message: 'The recorded session holds no message.' },
    };
    const head = {
      ...{ schema_version: 'ATIF-v1.4', session_id: about.uuid('atif') },
      agent: { name: about.siteName || about.site, version: 'unknown' },
      notes: handoff?.text,
    };
    const lines = (steps.length > 0 ? steps : [nothing]).map((each) => JSON.stringify(each));
    return { text: `${JSON.stringify(head).slice(0, -1)},"steps":[\n${lines.join(',\n')}\n]}\n` };
  },
  seen: (turn, thought) => [...seenOf(turn), ...(turn.role === 'user' ? [] : turn.reasoning.map(thought))],
  validate: (text) =>
    faultsIn(parseJson(text), File, ({ steps }) => [{ says: 'user' }, ...steps.flatMap((each) => stepsOf(each))]),
  use: (file) => `${file} is for tools that look into what an agent did; to go on, choose another target.`,
};

function agentStep(
  own: Pick<AtifStep, 'step_id' | 'timestamp' | 'extra'>,
  { text, model, calls, reasoning }: AssistantTurn,
  { thought }: About,
): AtifStep {
  const thoughts = reasoning.map(thought).filter((each) => each !== '');
  return {
    ...{ ...own, source: 'agent', message: text ?? '' },
    ...(model === null ? {} : { model_name: model }),
    ...(thoughts.length > 0 ? { reasoning_content: thoughts.join('\n\n') } : {}),
    ...(calls.length > 0
      ? {
          tool_calls: calls.map(({ id, name, input }) => ({ tool_call_id: id, function_name: name, arguments: input })),
          observation: { results: calls.map(({ id, result }) => ({ source_call_id: id, content: result })) },
        }
      : {}),
  };
}

function stepsOf(each: AtifStep): Step[] {
  if (each.source !== 'agent') return [{ says: 'user' }];
  const calls = (each.tool_calls ?? []).map(({ tool_call_id }) => ({ call: tool_call_id }));
  const results = (each.observation?.results ?? []).map(({ source_call_id }) => ({ result: source_call_id }));
  return [{ says: 'assistant' }, ...calls, ...results];
}
