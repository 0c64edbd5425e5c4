import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { shown } from '../kit/beyond';
import { joinParts } from '../kit/parts';
import { asObject, asWords } from '../kit/value';
import type { ContentContext, ReadContent } from './content';
import { looseParts, textContent } from './content';
import { withoutMarks } from './marks';
import type { WireMessage } from './wire';

type Fields = Readonly<Record<string, unknown>>;

const USER = ['user_profile', 'user_instructions'] as const;
const MODEL = ['model_set_context', 'repository', 'repo_summary', 'structured_context'] as const;
const TOLD = ['about_user_message', 'about_model_message'] as const;

const CONTEXTS: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['user_editable_context', USER],
  ['model_editable_context', MODEL],
]);

/** Older conversations keep the person's instructions in the metadata of an empty system message. */
const toldIn = ({ metadata }: WireMessage): Fields => asObject(metadata.user_context_message_data);

/** True for messages that set what the model is told: instructions, profile, memory. */
export const isConfig = (message: WireMessage): boolean =>
  CONTEXTS.has(message.type ?? '') || TOLD.some((key) => asWords(toldIn(message)[key]) !== null);

/** What a message sets, each member a part named `of` it. The same words in two places are said once. */
export function configContent(context: ContentContext): ReadContent {
  const { message } = context;
  const keys = CONTEXTS.get(message.type ?? '');
  const own = keys ? [...parts(message.content, keys), ...looseParts(context)] : textContent(context).parts;
  const words = new Set(own.map((part) => ('text' in part ? part.text : null)));
  const told = parts(toldIn(message), TOLD).filter((part) => !('text' in part && words.has(part.text)));
  const used = shown({ any: ['content_type', ...(keys ?? ['parts', 'text'])] });
  return { parts: joinParts(own, told), used, changed: false };
}

const parts = (fields: Fields, keys: readonly string[]): Part[] =>
  keys.flatMap((key): Part[] => {
    const value = fields[key];
    const text = asWords(value);
    if (text !== null) return [{ type: 'text', text: withoutMarks(text), format: 'plain', of: key }];
    return isObject(value) || Array.isArray(value) ? [{ type: 'json', value, of: key }] : [];
  });
