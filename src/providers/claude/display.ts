import { isObject, parseJson } from '../../lib/json';
import type { Part } from '../../model/parts';
import { beyond, type Shown, shown } from '../kit/beyond';
import { asObjects, asText, asWords, isBlank, said, textsIn } from '../kit/value';

type Fields = Readonly<Record<string, unknown>>;

const LINK = shown({ text: ['title', 'url', 'source', 'type'], any: ['subtitles', 'icon_url', 'resource_type'] });

/** A link as the page shows it. */
function linkPart(link: Fields, of: string): Part | null {
  const url = asWords(link.url);
  const about = said({
    title: asWords(link.title),
    subtitles: isBlank(link.subtitles) ? null : link.subtitles,
    source: asWords(link.source),
    kind: asWords(link.resource_type),
    more: beyond(link, LINK),
  });
  if (url !== null) return { type: 'link', url, of, ...about };
  return isBlank(about) ? null : { type: 'json', value: about, of };
}

type ReadDisplay = (content: Fields) => Part[];

const present = (part: Part | null): Part[] => (part ? [part] : []);

const codePart = (text: unknown, language: unknown, name: unknown): Part[] =>
  asText(text)
    ? [{ type: 'code', text: asText(text) ?? '', language: asWords(language), ...said({ name: asWords(name) }) }]
    : [];

/** Every kind of what the page shows of a call or a result, and of what a result holds. */
const DISPLAYS: ReadonlyMap<string | null, ReadDisplay> = new Map<string | null, ReadDisplay>([
  ['text', ({ text }) => (asWords(text) === null ? [] : [{ type: 'text', text: asText(text) ?? '', format: 'plain' }])],
  ['json_block', ({ json_block: block }) => jsonBlock(block)],
  ['code_block', ({ code, code_block: block, language, filename }) => codePart(code ?? block, language, filename)],
  ['rich_link', ({ link }) => (isObject(link) ? present(linkPart(link, 'rich_link')) : [])],
  ['rich_content', ({ content }) => asObjects(content).flatMap((each) => present(linkPart(each, 'rich_content')))],
  ['table', ({ table }) => (isBlank(table) ? [] : [{ type: 'json', value: table, of: 'table' }])],
]);

/** What each kind of display says in its parts. */
const SHOWN: ReadonlyMap<string | null, Shown> = new Map<string | null, Shown>([
  ['text', shown({ text: ['type', 'text'] })],
  ['json_block', shown({ text: ['type'], any: ['json_block'] })],
  ['code_block', shown({ text: ['type', 'code', 'language', 'filename'] })],
  ['rich_link', shown({ text: ['type'], object: ['link'], flag: ['is_trusted'] })],
  ['rich_content', shown({ text: ['type'], objects: ['content'] })],
  ['table', shown({ text: ['type'], any: ['table'] })],
]);
const BARE_CODE = shown({ text: ['type', 'code_block', 'language', 'filename'] });

/** The parts of what the page shows, and what it says beyond them; none where its kind is not known. */
export function shownParts(display: Fields): Part[] {
  const type = asText(display.type);
  const parts = DISPLAYS.get(type)?.(display) ?? [];
  const known = type === 'code_block' && isBlank(display.code) ? BARE_CODE : SHOWN.get(type);
  const more = parts.length > 0 && known ? beyond(display, known) : null;
  return more ? [...parts, { type: 'json', value: more, of: 'display' }] : parts;
}

/** A block that the page draws: JSON in a text, mostly code. */
function jsonBlock(block: unknown): Part[] {
  const value = typeof block === 'string' ? parseJson(block) : block;
  if (!isObject(value))
    return asWords(block) === null ? [] : [{ type: 'text', text: asText(block) ?? '', format: 'plain' }];
  const { language, code, filename, ...rest } = value;
  const more = isBlank(rest) ? [] : [{ type: 'json' as const, value: rest, of: 'json_block' }];
  return typeof code === 'string'
    ? [...codePart(code, language, filename), ...more]
    : [{ type: 'json', value, of: 'json_block' }];
}

/** What the page shows beside a call or a result, but for what that repeats. */
export function displayParts(display: unknown, said: unknown): Part[] {
  if (!isObject(display) || isBlank(display)) return [];
  const parts = shownParts(display);
  if (parts.length === 0) return [{ type: 'json', value: display, of: 'display' }];
  const known = textsIn(said);
  const repeats = (part: Part): boolean =>
    (part.type === 'code' || part.type === 'text') && known.some((text) => text.includes(part.text));
  return parts.filter((part) => !repeats(part)).map((part): Part => ({ ...part, shown: true }));
}

/** What both a call and its result are shown with. */
export function shownWith(fields: Fields): Record<string, unknown> {
  const integration = said({
    name: asWords(fields.integration_name),
    icon: asWords(fields.integration_icon_url),
    shows: asWords(fields.icon_name),
  });
  const approval = said({ options: fields.approval_options, key: fields.approval_key });
  return said({
    label: asWords(fields.message),
    integration: isBlank(integration) ? null : integration,
    server: asWords(fields.mcp_server_url),
    app: fields.is_mcp_app === true ? true : null,
    context: isObject(fields.context) && !isBlank(fields.context) ? fields.context : null,
    approval: isBlank(approval) ? null : approval,
  });
}
