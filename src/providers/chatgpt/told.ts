import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import type { Part } from '../../model/parts';
import type { Draft, Payload, Reading } from '../contract';
import { beyond, type Shown, shown } from '../kit/beyond';
import { lackOf } from '../kit/file-kinds';
import { settingsId } from '../kit/instructions';
import { gapDraft, sessionDraft } from '../kit/notes';
import { asList, asObject, asObjects, asText, asWords, isBlank, said } from '../kit/value';
import { chatgpt } from './site';

type Fields = Readonly<Record<string, unknown>>;

/** True for the id of a project; custom GPTs have ids of the same kind (`g-…`). */
export const isProjectId = (id: string): boolean => id.startsWith('g-p-');

/**
 * Reads the calls that say what the model is told beside a conversation: a project or a custom GPT (one record has both
 * shapes), the person's custom instructions, memory. None of them names a conversation. Null: another route.
 */
export function readTold({ head, value }: Pick<Payload, 'head' | 'value'>): Reading | null {
  const read = ROUTES.get(head.route);
  if (!read) return null;
  const drafts = isObject(value) ? read(value) : null;
  if (!drafts) return { kind: 'drift', because: 'shape', at: [`is no ${head.route}`] };
  return { kind: 'session', native: null, occurred: null, drafts, attachments: [] };
}

const ROUTES: ReadonlyMap<string, (value: Fields) => readonly Draft[] | null> = new Map([
  ['gizmo', gizmoDrafts],
  ['custom-instructions', instructionsDrafts],
  ['memories', memoriesDrafts],
]);

const RECORD = shown({
  any: ['gizmo', 'tools', 'files', 'conversations', 'product_features', 'resource', 'resources'],
});
const GIZMO = shown({
  text: ['id', 'instructions'],
  time: ['created_at', 'updated_at', 'last_interacted_at'],
  // who made it, how it is listed and drawn, how often it was used
  any: [
    ...['organization_id', 'short_url', 'author', 'display', 'share_recipient', 'num_interactions', 'tags', 'version'],
    ...['workspace_id', 'workspace_approved', 'workspace_approval_date', 'live_version', 'vanity_metrics', 'voice'],
    ...[
      'profile_pic_id',
      'training_disabled',
      'allowed_sharing_recipients',
      'review_info',
      'appeal_info',
      'gizmo_type',
    ],
    ...['is_unified_connectors_enabled', 'context_stuffing_budget', 'current_user_permission', 'memory_scope'],
    ...['memory_enabled', 'model', 'settings'],
  ],
});
const DISPLAY = shown({
  text: ['name', 'description', 'welcome_message'],
  list: ['prompt_starters'],
  any: ['profile_pic_permalink', 'profile_picture_url', 'theme', 'emoji', 'categories'],
});

/** A record as its own call has it, or one deeper, as lists of projects have it. */
function gizmoDrafts(value: Fields): Draft[] | null {
  const record = isObject(asObject(value.gizmo).gizmo) ? asObject(value.gizmo) : value;
  const gizmo = asObject(record.gizmo);
  const id = asWords(gizmo.id);
  if (id === null) return null;
  const isProject = isProjectId(id);
  const own = isProject ? { of: 'project', project: id } : { of: 'custom GPT', gizmo: id };
  const display = asObject(gizmo.display);
  const text = asWords(gizmo.instructions);
  const event = settingsId('chatgpt', id);
  const draft = sessionDraft({
    id: event,
    kind: 'config',
    body: {
      ...own,
      ...said({
        name: asWords(display.name),
        description: asWords(display.description),
        welcome: asWords(display.welcome_message),
        model: asWords(gizmo.model),
        memory_scope: asWords(gizmo.memory_scope),
        settings: isBlank(gizmo.settings) ? null : gizmo.settings,
        starters: isBlank(display.prompt_starters) ? null : display.prompt_starters,
        tools: isBlank(record.tools) ? null : asList(record.tools).map(toolIn),
        more: beyond(gizmo, GIZMO),
        displayMore: beyond(display, DISPLAY),
        recordMore: beyond(record, RECORD),
      }),
      parts: text === null ? [] : [{ type: 'text', text, format: 'plain', of: 'instructions' }],
    },
    raw: [''],
    updated: siteTime(gizmo.updated_at),
  });
  // a custom GPT's instructions are given to who made it alone; a project without any has none
  const untold = text === null && !isProject ? [untoldDraft(event, id)] : [];
  return [draft, ...untold, ...filesDrafts(id, own, record.files)];
}

const untoldDraft = (event: string, id: string): Draft =>
  gapDraft(
    event,
    'gap.instructions',
    { why: 'not-sent', what: { instructions: ['instructions of the custom GPT'], of: id }, native: null },
    ['/gizmo'],
  );

/** What a tool of a custom GPT is, by its name: all of it where it has none. */
const toolIn = (tool: unknown): unknown => {
  const { type, settings, metadata } = asObject(tool);
  const more = said({ settings: isBlank(settings) ? null : settings, metadata: isBlank(metadata) ? null : metadata });
  return asWords(type) === null || Object.keys(more).length > 0 ? tool : type;
};

const FILE = shown({
  text: ['id', 'file_id', 'name', 'type', 'location', 'created_at'],
  number: ['size', 'file_size_tokens'],
  any: ['last_modified', 'metadata'],
});

/** The files that the model can look into: named, and fetched like those of a message. */
function filesDrafts(gizmo: string, own: Fields, files: unknown): Draft[] {
  if (!Array.isArray(files)) return [];
  const id = settingsId('chatgpt', gizmo, 'files');
  const named = new Map<string, string | null>();
  const parts = asObjects(files).map((file): Part => {
    const pointer = asWords(file.file_id);
    const name = asWords(file.name);
    if (pointer === null) return { type: 'json', value: file, of: 'file' };
    if (!named.has(pointer)) named.set(pointer, name);
    const about = said({ bytes: typeof file.size === 'number' ? file.size : null, more: beyond(file, FILE) });
    return { type: 'file', artifact: null, mime: asWords(file.type), name, pointer, ...about };
  });
  const gaps = Array.from(named, ([at, name]) =>
    gapDraft(id, at, { why: lackOf(chatgpt, at), what: { pointer: at, name }, native: null }, ['/files']),
  );
  return [
    sessionDraft({ id, kind: 'config', body: { ...own, of: `${own.of} files`, parts }, raw: ['/files'] }),
    ...gaps,
  ];
}

const TOLD: Shown = shown({ text: ['object'], flag: ['enabled'] });

/** Every text the person gave the model about themselves and how to answer, named by its member. */
function instructionsDrafts(value: Fields): Draft[] | null {
  if (!('about_user_message' in value || 'about_model_message' in value || 'enabled' in value)) return null;
  const texts = Object.entries(value).flatMap(([key, each]): Part[] => {
    const text = TOLD.has(key) ? null : asWords(each);
    return text === null ? [] : [{ type: 'text', text, format: 'plain', of: key }];
  });
  const others = Object.fromEntries(Object.entries(value).filter(([, each]) => typeof each !== 'string'));
  const enabled = typeof value.enabled === 'boolean' ? value.enabled : null;
  const body = { of: 'custom instructions', scope: 'account', ...said({ enabled, more: beyond(others, TOLD) }) };
  return [
    sessionDraft({
      id: settingsId('chatgpt', 'custom-instructions'),
      kind: 'config',
      body: { ...body, parts: texts },
      raw: [''],
    }),
  ];
}

const MEMORIES = shown({ objects: ['memories'], any: ['memory_max_tokens', 'memory_num_tokens'] });
const MEMORY = shown({
  text: ['id', 'content'],
  time: ['updated_at', 'created_at'],
  any: ['status', 'conversation_id'],
});

/** What the site remembers of all chats, entry by entry, as it was when it was read. */
function memoriesDrafts(value: Fields): Draft[] | null {
  if (!Array.isArray(value.memories)) return null;
  const parts = asObjects(value.memories).map((entry): Part => {
    const text = asWords(entry.content) ?? asText(entry.memory);
    if (text === null) return { type: 'json', value: entry, of: 'memory' };
    const about = said({ written: siteTime(entry.updated_at ?? entry.created_at), more: beyond(entry, MEMORY) });
    return { type: 'text', text, format: 'plain', of: 'memory', ...about };
  });
  const body = { of: 'memory', scope: 'account', ...said({ more: beyond(value, MEMORIES) }), parts };
  return [sessionDraft({ id: settingsId('chatgpt', 'memory'), kind: 'config', body, raw: [''] })];
}
