import { isObject, pointer } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { messageId } from '../../model/ids';
import type { Part } from '../../model/parts';
import type { Draft, Reading } from '../contract';
import { beyond, shown } from '../kit/beyond';
import { ownIdOf, sessionDraft } from '../kit/notes';
import { asObject, asObjects, asText, asWords, said } from '../kit/value';

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

/** Reads a project, or what is remembered of it: settings in force in the conversations of it. */
export function readProject(value: unknown): Reading {
  const draft = typeof value === 'string' ? memoryDraft(value) : isProject(value) ? projectDraft(value) : null;
  if (!draft) return { kind: 'drift', because: 'shape', at: ['is no project'] };
  return { kind: 'session', native: null, occurred: null, drafts: [draft], attachments: [] };
}

const PROJECT = shown({
  text: ['uuid', 'name', 'description', 'instructions', 'prompt_template'],
  objects: ['docs'],
  // who made it, and how the list shows it
  any: ['creator', 'created_at', 'updated_at', 'is_private', 'is_starter_project', 'is_starred', 'archived_at'],
});
const DOCUMENT = shown({ text: ['filename', 'file_name', 'content', 'created_at'], any: ['uuid', 'project_uuid'] });

/** Its instructions and documents. Who made it is no part of the conversation. */
function projectDraft(value: Fields): Draft {
  const instructions = [...new Set([asWords(value.instructions), asWords(value.prompt_template)])];
  const documents = asObjects(value.docs).flatMap((doc): Part[] => {
    const text = asWords(doc.content);
    const name = asWords(doc.filename) ?? asWords(doc.file_name);
    const more = beyond(doc, DOCUMENT);
    if (text === null) return more === null ? [] : [{ type: 'json', value: doc, of: 'document' }];
    return [
      {
        type: 'text',
        text,
        format: 'plain',
        of: 'document',
        ...said({ name, created: siteTime(doc.created_at), more }),
      },
    ];
  });
  const parts = instructions.flatMap((text): Part[] =>
    text === null ? [] : [{ type: 'text', text, format: 'plain', of: 'instructions' }],
  );
  return sessionDraft({
    id: `${messageId('claude', String(value.uuid).toWellFormed())}/config`,
    kind: 'config',
    body: {
      of: 'project',
      project: asText(value.uuid),
      ...said({ name: asWords(value.name), description: asWords(value.description), more: beyond(value, PROJECT) }),
      parts: [...parts, ...documents],
    },
    raw: [''],
    updated: siteTime(value.updated_at),
  });
}

function memoryDraft(text: string): Draft {
  const body = { of: 'project memory', parts: [{ type: 'text', text, format: 'plain', of: 'memory' }] };
  return sessionDraft({
    id: messageId('claude', `project-memory/config.${ownIdOf({ ...body, parts: [text.toWellFormed()] }, 0)}`),
    kind: 'config',
    body,
    raw: [''],
  });
}
