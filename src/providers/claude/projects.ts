import { isObject, pointer } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { messageId } from '../../model/ids';
import type { Part } from '../../model/parts';
import type { Draft, Payload, Reading } from '../contract';
import { beyond, shown } from '../kit/beyond';
import { lackOf } from '../kit/file-kinds';
import { settingsId } from '../kit/instructions';
import { gapDraft, ownIdOf, sessionDraft } from '../kit/notes';
import { asObject, asObjects, asText, asWords, isBlank, said } from '../kit/value';
import { claude } from './site';

type Fields = Readonly<Record<string, unknown>>;

/**
 * What files of the official export say of projects: `projects.json` lists them, `memories.json` holds what the model
 * remembers of each. What it remembers of all other chats belongs to none of them.
 */
export function projectsIn(value: unknown): { readonly project: string; readonly pointer: string }[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((each, n) => {
    if (isProject(each)) return [{ project: String(each.uuid), pointer: pointer(n) }];
    const memories = Object.entries(asObject(asObject(each).project_memories));
    return memories.flatMap(([project, text]) =>
      asWords(text) === null ? [] : [{ project, pointer: pointer(n, 'project_memories', project) }],
    );
  });
}

/** True for a project as the export and the site itself have it. */
const isProject = (value: unknown): value is Fields =>
  isObject(value) &&
  asWords(value.uuid) !== null &&
  ('prompt_template' in value || 'docs' in value || 'instructions' in value);

/**
 * Reads what the site's calls, and files of an export, say of a project, or of what is remembered: settings in force in
 * the conversations of it. (The calls for documents and files give lists; which project they are of stands in the address.)
 */
export function readProject({ head, value }: Pick<Payload, 'head' | 'value'>): Reading {
  const drafts = (ROUTES.get(head.route) ?? ofProject)(value, projectOf(head.address));
  if (!drafts) return { kind: 'drift', because: 'shape', at: ['is no project'] };
  return { kind: 'session', native: null, occurred: null, drafts, attachments: [] };
}

type Read = (value: unknown, project: string | null) => readonly Draft[] | null;

const ofProject: Read = (value) => {
  if (typeof value === 'string') return [exportedMemory(value)];
  return isProject(value) ? projectDrafts(value) : null;
};
const ofList =
  (read: (project: string, list: readonly unknown[]) => readonly Draft[]): Read =>
  (value, project) =>
    Array.isArray(value) && project !== null ? read(project, value) : null;

const ROUTES: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['project-docs', ofList((project, list) => [documentsDraft(project, list, '')])],
  ['project-files', ofList((project, list) => filesDrafts(project, list))],
  ['memory', (value, project) => (isObject(value) && 'memory' in value ? [memoryDraft(value, project)] : null)],
]);

/** The project that a call's address names, in its path or in its query. */
function projectOf(address: string | null): string | null {
  const [, path, query] = /\/projects\/([\w-]+)|[?&]project_uuid=([\w-]+)/.exec(address ?? '') ?? [];
  return path ?? query ?? null;
}

const PROJECT = shown({
  text: ['uuid', 'name', 'description', 'instructions', 'prompt_template'],
  objects: ['docs'],
  // who made it, how the list shows it, what the person may do there
  any: [
    ...['creator', 'created_at', 'updated_at', 'is_private', 'is_starter_project', 'is_starred', 'archived_at'],
    ...['permissions', 'archiver', 'is_harmony_project', 'docs_count', 'files_count', 'type', 'subtype'],
  ],
});
const DOCUMENT = shown({
  text: ['filename', 'file_name', 'content', 'created_at'],
  number: ['estimated_token_count'],
  any: ['uuid', 'project_uuid'],
});

/** Its instructions and documents. Who made it is no part of the conversation. */
function projectDrafts(value: Fields): Draft[] {
  const project = String(value.uuid);
  const updated = siteTime(value.updated_at);
  const instructions = [...new Set([asWords(value.instructions), asWords(value.prompt_template)])];
  const parts = instructions.flatMap((text): Part[] =>
    text === null ? [] : [{ type: 'text', text, format: 'plain', of: 'instructions' }],
  );
  const own = sessionDraft({
    id: settingsId('claude', project),
    kind: 'config',
    body: {
      of: 'project',
      project: asText(value.uuid),
      ...said({ name: asWords(value.name), description: asWords(value.description), more: beyond(value, PROJECT) }),
      parts,
    },
    raw: [''],
    updated,
  });
  return Array.isArray(value.docs) ? [own, documentsDraft(project, value.docs, '/docs')] : [own];
}

/**
 * The documents of a project with their text. When one was taken away nothing says: the list holds as of when it came.
 * @param place where the list stands
 */
function documentsDraft(project: string, list: readonly unknown[], place: string): Draft {
  const parts = asObjects(list).flatMap((doc): Part[] => {
    const text = asWords(doc.content);
    const name = asWords(doc.filename) ?? asWords(doc.file_name);
    const more = beyond(doc, DOCUMENT);
    if (text === null) return isBlank(doc) ? [] : [{ type: 'json', value: doc, of: 'document' }];
    const about = said({ name, created: siteTime(doc.created_at), more });
    return [{ type: 'text', text, format: 'plain', of: 'document', ...about }];
  });
  const odd = list.filter((each) => !isObject(each) && !isBlank(each));
  return sessionDraft({
    id: settingsId('claude', project, 'documents'),
    kind: 'config',
    body: { of: 'project documents', project, ...said({ more: odd.length > 0 ? odd : null }), parts },
    raw: [place],
  });
}

const FILE = shown({
  text: [
    'file_uuid',
    'uuid',
    'file_name',
    'file_kind',
    'file_type',
    'created_at',
    'path',
    'thumbnail_url',
    'preview_url',
  ],
  number: ['size_bytes', 'file_size'],
  any: ['thumbnail_asset', 'preview_asset', 'document_asset', 'project_uuid', 'success'],
});

/** The files of a project (pictures, documents): named, and fetched like those of a message. */
function filesDrafts(project: string, list: readonly unknown[]): Draft[] {
  const id = settingsId('claude', project, 'files');
  const named = new Map<string, string | null>();
  const parts = asObjects(list).map((file): Part => {
    const pointer = asWords(file.file_uuid) ?? asWords(file.uuid) ?? asWords(file.path);
    const name = asWords(file.file_name);
    if (pointer === null) return { type: 'json', value: file, of: 'file' };
    if (!named.has(pointer)) named.set(pointer, name);
    const type = file.file_kind === 'image' ? ('image' as const) : ('file' as const);
    const about = said({ bytes: file.size_bytes ?? file.file_size ?? null, more: beyond(file, FILE) });
    return { type, artifact: null, mime: asWords(file.file_type), name, pointer, ...about };
  });
  const gaps = Array.from(named, ([at, name]) =>
    gapDraft(id, at, { why: lackOf(claude, at), what: { pointer: at, name }, native: null }, ['']),
  );
  return [sessionDraft({ id, kind: 'config', body: { of: 'project files', project, parts }, raw: [''] }), ...gaps];
}

const MEMORY = shown({ text: ['memory', 'updated_at'], any: ['controls'] });

/** What the model remembers of all chats, or of those of a project, as it was when it was read. */
function memoryDraft(value: Fields, project: string | null): Draft {
  const text = asWords(value.memory);
  const own = project === null ? { of: 'memory', scope: 'account' } : { of: 'project memory', project };
  return sessionDraft({
    id: project === null ? settingsId('claude', 'memory') : settingsId('claude', project, 'memory'),
    kind: 'config',
    body: {
      ...own,
      ...said({ more: beyond(value, MEMORY) }),
      parts: [
        ...(text === null ? [] : [{ type: 'text' as const, text, format: 'plain' as const, of: 'memory' }]),
        ...(isBlank(value.controls) ? [] : [{ type: 'json' as const, value: value.controls, of: 'controls' }]),
      ],
    },
    raw: [''],
    updated: siteTime(value.updated_at),
  });
}

function exportedMemory(text: string): Draft {
  const body = { of: 'project memory', parts: [{ type: 'text', text, format: 'plain', of: 'memory' }] };
  return sessionDraft({
    id: messageId('claude', `project-memory/config.${ownIdOf({ ...body, parts: [text.toWellFormed()] }, 0)}`),
    kind: 'config',
    body,
    raw: [''],
  });
}
