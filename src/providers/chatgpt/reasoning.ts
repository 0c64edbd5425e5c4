import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { joinParts } from '../kit/parts';
import { asList, asNumber, asTexts, asWords, isBlank } from '../kit/value';
import { assemble, type ContentContext, piecesOf, type ReadContent } from './content';
import { withoutMarks } from './marks';
import type { WireMessage } from './wire';

const THOUGHTS = shown({ any: ['content_type'], list: ['thoughts', 'parts'] });
const THOUGHT = shown({ text: ['summary', 'content'], texts: ['chunks'], flag: ['finished'] });

/** `thoughts`: what the site shows of the model's reasoning, each thought with a heading, a text, or both. */
export function thoughtsContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const thoughts = asList(content.thoughts).flatMap((thought, nth): Part[] => {
    if (typeof thought === 'string') return [textPart(thought, nth, 'content')];
    if (!isObject(thought)) return isBlank(thought) ? [] : [{ type: 'json', value: thought, thought: nth }];
    const fields = thought;
    const body = asWords(fields.content);
    const chunks = asTexts(fields.chunks).filter((chunk) => chunk.trim() !== '' && !body?.includes(chunk.trim()));
    const more = beyond(fields, THOUGHT);
    return [
      ...texts(asWords(fields.summary), nth, 'summary'),
      ...texts(body, nth, 'content'),
      ...texts(chunks.length > 0 ? chunks.join('') : null, nth, 'chunks'),
      ...(more ? [{ type: 'json' as const, value: more, thought: nth }] : []),
    ];
  });
  const others = assemble(piecesOf(asList(content.parts), context), context);
  return { parts: joinParts(thoughts, others.parts), used: THOUGHTS, changed: others.changed };
}

const texts = (text: string | null, thought: number, member: string): Part[] =>
  text === null ? [] : [textPart(text, thought, member)];

const textPart = (text: string, thought: number, member: string): Part => ({
  type: 'text',
  text: withoutMarks(text),
  format: 'markdown',
  thought,
  member,
});

const RECAP = shown({ any: ['content_type'], text: ['content'], list: ['parts'] });

/** `reasoning_recap`: the line that says how long the model thought. */
export function recapContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  return { ...assemble(piecesOf([asWords(content.content), ...asList(content.parts)], context), context), used: RECAP };
}

/** The first reasoning models gave their summary as the message of a tool with a scrambled name. */
export const isSummaryOfTool = ({ role, metadata }: WireMessage): boolean =>
  role === 'tool' && (asWords(metadata.initial_text) !== null || asWords(metadata.finished_text) !== null);

export function durationOf({ metadata }: WireMessage): number | null {
  const seconds = asNumber(metadata.finished_duration_sec);
  return seconds === null ? null : Math.round(seconds * 1000);
}
