import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { joinLists } from '../kit/parts';
import { asList, asObject, isBlank, said } from '../kit/value';
import type { ContentContext } from './content';
import { extraOf } from './extra';
import { addHits } from './hits';
import { kindOf, readContent } from './kinds';
import { callQueries, queriesOf } from './queries';
import { onlyOf } from './sources';
import { readMessage, type WireMessage } from './wire';

/**
 * What a run of research did on its way, step by step: messages like those of the tree. Their words are parts, each with
 * its step; what they searched for is said of the step, and what they found and read is evidence of the run.
 */
export function stepParts(sent: unknown, context: ContentContext): Part[] {
  let asked: readonly string[] = [];
  const steps = asList(sent).map((value, step): Part[] => {
    const message = messageOf(value);
    if (!message) return isBlank(value) ? [] : [{ ...JSON_STEP, value, step }];
    const kind = kindOf(message);
    const queries = kind === 'tool.call' ? callQueries(message) : queriesOf(message.metadata);
    if (kind === 'tool.call') asked = queries;
    const query = onlyOf(kind === 'tool.result' && queries.length === 0 ? asked : queries);
    const about = {
      of: 'step',
      step,
      ...said({ at: message.created, name: nameOf(message), queries: listed(queries) }),
    };
    return stepOf(message, { ...context, message, query }, kind).map((part): Part => ({ ...part, ...about }));
  });
  return joinLists(steps);
}

const messageOf = (value: unknown): WireMessage | null =>
  isObject(asObject(value).content) ? readMessage(value) : null;

const JSON_STEP = { type: 'json', of: 'step' } as const;
const listed = (texts: readonly string[]): readonly string[] | null => (texts.length > 0 ? texts : null);

/** The tool that a step speaks to, or that speaks in it. */
const nameOf = ({ name, recipient }: WireMessage): string | null => name ?? (recipient === 'all' ? null : recipient);

function stepOf(message: WireMessage, context: ContentContext, kind: ReturnType<typeof kindOf>): Part[] {
  const { id, type } = message;
  if (kind === 'unknown') return [{ type: 'json', value: message.fields }];
  const { parts, used } = readContent(kind, context);
  addHits(message, context.evidences, context.query);
  const extra = extraOf(message, used);
  const value = said({ id, type, ...extra });
  return [...parts, { type: 'json', value }];
}
