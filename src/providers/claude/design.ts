import { isObject, pointer } from '../../lib/json';
import { sessionEventId } from '../../model/ids';
import type { Reading } from '../contract';
import { sessionDraft } from '../kit/notes';
import { asList, asObject, asText, asWords, remaining, said } from '../kit/value';
import { designMessages } from './design-messages';
import { withoutMadeIds } from './made-ids';
import { readMessages } from './messages';
import { serverDrafts } from './servers';

type Fields = Readonly<Record<string, unknown>>;

/** True for a chat of Claude Design as the official export has it: a file of its own, its messages in roles. */
export function isDesignChat(value: unknown): value is Fields {
  const { messages, uuid } = asObject(value);
  if (!Array.isArray(messages) || asWords(uuid) === null || !isObject(messages[0])) return false;
  const { role, content, uuid: own } = messages[0];
  return typeof role === 'string' && typeof own === 'string' && isObject(content) && 'role' in content;
}

/**
 * Reads a chat of Claude Design out of the official export: its messages in a row, as a public description of July 2026
 * has them.
 */
export function readDesignChat(value: Fields): Reading {
  const native = asWords(value.uuid)?.toWellFormed() ?? null;
  const session = native ?? 'design';
  const { sent, made } = designMessages(asList(value.messages), (path) => pointer(...path));
  if (sent.length === 0) return { kind: 'nothing', because: 'empty' };
  const read = readMessages(sent, session);
  const project = asObject(value.project);
  const about = sessionDraft({
    id: sessionEventId('claude', session, 'session.updated'),
    kind: 'session.updated',
    body: {
      title: asText(value.title) ?? asText(project.name),
      leaf: read.ends.at(-1) ?? null,
      project: asWords(project.uuid),
      ...said({
        of: 'design',
        projectName: asText(value.title) === null ? null : asText(project.name),
        more: remaining(value, USED),
        projectMore: remaining(project, OF_PROJECT),
      }),
    },
    raw: ['/uuid', '/title', '/project'].filter((place) => Object.hasOwn(value, place.slice(1))),
  });
  // where the export has it, the site has it too
  const copies = native === null ? [] : [{ type: 'design-chat', id: null, event: null, raw: ['/uuid'] } as const];
  const drafts = [about, ...withoutMadeIds(read.drafts, made), ...serverDrafts(session, copies)];
  return { kind: 'session', native, occurred: null, drafts, attachments: read.attachments };
}

const OF_PROJECT: ReadonlySet<string> = new Set(['uuid', 'name']);
const USED: ReadonlySet<string> = new Set(['uuid', 'title', 'project', 'messages']);
