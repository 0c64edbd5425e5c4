import { isObject, parseJson, pointer } from '../../lib/json';
import { asList, asObject, asObjects, asWords, isBlank, remaining, said } from '../kit/value';
import { wordsIn } from '../kit/written';

type Fields = Readonly<Record<string, unknown>>;

/** What the person sent, as a read of the conversation would have it: the stream does not repeat it. */
export interface Asked {
  /** The request's body, or an empty object. */
  readonly body: Fields;
  /** The person's message, or null: an answer was asked for again. */
  readonly message: Fields | null;
  /** The id that the page chose for the answer. */
  readonly answer: string | null;
  /** The message under which the answer goes, where no message of the person's is sent. */
  readonly parent: string | null;
}

/** Reads the body of a request for an answer. `again`: the route that asks for another answer to what was said before. */
export function readRequest(text: string | null, again: boolean): Asked {
  const value = parseJson(text ?? '');
  const body = asObject(value);
  const { human_message_uuid: human, assistant_message_uuid: assistant } = asObject(body.turn_message_uuids);
  const parent = asWords(body.parent_message_uuid);
  const content = promptIn(isObject(value) ? body.prompt : (value ?? asWords(text)));
  const isEmpty = content.length === 0 && [body.attachments, body.files, body.sync_sources].every(isNone);
  const message = {
    uuid: asWords(human),
    sender: 'human',
    text: '',
    content,
    attachments: asList(body.attachments),
    files: asList(body.files).map(asFile),
    sync_sources: asList(body.sync_sources),
    parent_message_uuid: parent,
  };
  return { body, message: again || isEmpty ? null : message, answer: asWords(assistant), parent };
}

/** What was typed; what is no text, or stands in a request that nobody can read, are blocks that are not known. */
function promptIn(prompt: unknown): readonly unknown[] {
  if (typeof prompt === 'string') return prompt === '' ? [] : [{ type: 'text', text: prompt }];
  return Array.isArray(prompt) ? prompt : isBlank(prompt) ? [] : [prompt];
}

const isNone = (list: unknown): boolean => asList(list).length === 0;

/** A file is named by its id alone. */
const asFile = (file: unknown): unknown => (typeof file === 'string' ? { file_uuid: file } : file);

/** Where in the request a part of the person's message stands. */
export function placeInRequest(path: readonly (string | number)[]): string {
  const [list, number] = path;
  if (list === undefined || list === 'content') return '/prompt';
  return pointer(list, ...(number === undefined ? [] : [number]));
}

/**
 * What was in force for one answer: model, style, tools, the settings of a chat that begins. A tool's own description is
 * long, and of the kept request's bytes.
 */
export function settingsIn(body: Fields): Fields | null {
  const { model, timezone, locale, tools, personalized_styles: styles, create_conversation_params: created } = body;
  const settings = said({
    model: asWords(model),
    timezone: asWords(timezone),
    locale: asWords(locale),
    styles: asList(styles).map((style) => (isObject(style) ? styleIn(style) : style)),
    tools: asObjects(tools).map(({ name, type }) => asWords(name) ?? asWords(type) ?? 'unnamed'),
    conversation: isObject(created) ? created : null,
    thinking: thinkingIn(body),
    more: moreIn(body),
  });
  const kept = Object.entries(settings).filter(([, value]) => !Array.isArray(value) || value.length > 0);
  return kept.length > 0 ? Object.fromEntries(kept) : null;
}

/** A style is an instruction to the model: its words are kept. */
const styleIn = ({ name, type, prompt, summary, attributes, ...rest }: Fields): Fields =>
  said({ name, type, prompt, summary, attributes, ...inWords(rest) });

const ELSEWHERE: ReadonlySet<string> = new Set([
  ...['prompt', 'attachments', 'files', 'sync_sources', 'parent_message_uuid', 'tools', 'personalized_styles'],
  ...['create_conversation_params'],
]);

/** What else was asked in words. */
const moreIn = (body: Fields): Fields | null => inWords(remaining(body, ELSEWHERE) ?? {});

function inWords(fields: Fields): Fields | null {
  const members = Object.entries(fields).filter(([, value]) => wordsIn(value).length > 0);
  return members.length > 0 ? Object.fromEntries(members) : null;
}

const thinkingIn = ({ paprika_mode, thinking_mode, effort, effort_level }: Fields): Fields | null => {
  const modes = said({ paprika_mode, thinking_mode, effort: effort ?? effort_level });
  return Object.keys(modes).length > 0 ? modes : null;
};
