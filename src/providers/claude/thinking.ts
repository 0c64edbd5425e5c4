import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { asList, asObject, asText, asWords, isBlank, said } from '../kit/value';
import { type BlockAt, speaker } from './context';
import { fromBlock } from './writer';

const SHOWN = shown({
  text: ['type', 'thinking', 'start_timestamp', 'stop_timestamp', 'alternative_display_type'],
  flag: ['cut_off', 'truncated', 'thinking_hidden', 'hidden'],
  list: ['summaries', 'flags'],
  any: ['signature', 'data', 'helpline'], // what is sealed stands there as such
});

/** `thinking`: what the site shows of the model's reasoning, and its headings; both may be empty. */
export function readThinking(context: BlockAt): void {
  const { block, writer } = context;
  const { fields, start, stop } = block;
  const parts = [...textParts(asWords(fields.thinking), 'thinking'), ...summaries(fields.summaries)];
  writer.chain({
    kind: 'reasoning',
    body: {
      form: parts.length > 0 ? 'summary' : 'none',
      parts,
      ...said({
        cutOff: fields.cut_off === true ? true : null,
        truncated: fields.truncated === true ? true : null,
        hidden: fields.thinking_hidden === true || fields.hidden === true ? true : null,
        display: asWords(fields.alternative_display_type),
        durationMs: start && stop ? Date.parse(stop) - Date.parse(start) : null,
        extra: beyond(fields, SHOWN),
      }),
    },
    actor: speaker(context),
    from: fromBlock(block),
  });
}

const SUMMARY = shown({ text: ['summary'] });

const summaries = (list: unknown): Part[] =>
  asList(list).flatMap((each): Part[] => {
    if (typeof each === 'string') return textParts(each, 'summary');
    const more = isObject(each) ? beyond(each, SUMMARY) : isBlank(each) ? null : each;
    return [
      ...textParts(asText(asObject(each).summary), 'summary'),
      ...(more === null ? [] : [{ type: 'json' as const, value: more, member: 'summary' }]),
    ];
  });

const textParts = (text: string | null, member: string): Part[] =>
  text === null || text.trim() === '' ? [] : [{ type: 'text', text, format: 'markdown', member }];
