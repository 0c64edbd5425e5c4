import { append } from '../../lib/append';
import type { Kind } from '../../model/bodies';
import type { Attachment, Draft } from '../contract';
import { beyond, shown } from '../kit/beyond';
import { asObject, asWords, isBlank, said, textsIn } from '../kit/value';
import { readBlocks } from './blocks';
import { compactionOf } from './compaction';
import type { BlockContext, Knowledge } from './context';
import { collectFiles } from './files';
import type { Node } from './nodes';
import { copiesOf, type SeenCopy } from './servers';
import { uploadsOf } from './uploads';
import type { WireMessage } from './wire';
import { openWriter } from './writer';

export interface ReadMessage {
  readonly drafts: readonly Draft[];
  readonly attachments: readonly Attachment[];
  readonly copies: readonly SeenCopy[];
}

const ROLES: ReadonlyMap<string | null, 'user' | 'assistant' | 'system'> = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
]);

/** Reads one message: the event that stands for it, one for each block, and what hangs beside them. */
export function readOne(node: Node, parent: string | null, knowledge: Knowledge): ReadMessage {
  const { message } = node;
  const role = ROLES.get(message.sender) ?? null;
  const { blocks } = message;
  const writer = openWriter(node, role !== 'user');
  const files = collectFiles(node);
  const context: BlockContext = { node, role: role ?? 'system', knowledge, writer, files, blocks };
  const uploads = uploadsOf(node, files);
  const extra = extraOf(message.fields);
  if (role !== null) {
    compactionOf(context);
    readBlocks(context);
  }
  const main = writer.main(parent === null ? [] : [parent], {
    ...(role === null
      ? unknownMain(message, extra)
      : { kind: 'message', body: { role, ...about(message, extra), parts: [...uploads.parts] } }),
    actor: { kind: role ?? 'provider', name: null, model: role === 'assistant' ? wellFormed(message.model) : null },
    from: { path: [], fields: extra, start: null, stop: null, type: wellFormed(message.sender) },
  });
  const drafts = [main];
  append(drafts, writer.drafts);
  append(drafts, uploads.gaps);
  append(drafts, besides(files.gaps(), drafts));
  return {
    drafts,
    attachments: [...writer.attachments.values(), ...files.attachments()],
    copies: copiesOf(context),
  };
}

/** A file may be named like a block: then its gap has another name. */
function besides(gaps: readonly Draft[], drafts: readonly Draft[]): readonly Draft[] {
  if (gaps.length === 0) return gaps;
  const ids = new Set(drafts.map(({ id }) => id));
  return gaps.map((gap) => (ids.has(gap.id) ? { ...gap, id: `${gap.id}/file` } : gap));
}

const wellFormed = (text: string | null): string | null => text?.toWellFormed() ?? null;

/** Members that stand elsewhere, or that say nothing of the session: `index` numbers what the tree orders. */
const SHOWN = shown({
  text: [
    'uuid',
    'text',
    'sender',
    'created_at',
    'updated_at',
    'parent_message_uuid',
    'stop_reason',
    'input_mode',
    'model',
  ],
  list: ['compaction_summary'],
  objects: ['attachments', 'files', 'files_v2', 'sync_sources'],
  flag: ['truncated'],
  object: ['metadata'],
  number: ['index'],
  any: ['content'],
});
/** A rating changes by itself. */
const RATED = shown({ any: ['chat_feedback'] });

function about(message: WireMessage, extra: Extra): Record<string, unknown> {
  const { fields } = message;
  return {
    status: asWords(fields.stop_reason),
    ...said({
      truncated: fields.truncated === true ? true : null,
      inputMode: asWords(fields.input_mode),
      ...otherText(message),
      extra,
    }),
  };
}

type Extra = Record<string, unknown> | null;

/** What the message says beyond what its events show, as the site names it, or null. */
function extraOf(fields: WireMessage['fields']): Extra {
  const metadata = beyond(asObject(fields.metadata), RATED);
  const content = typeof fields.content === 'number' || typeof fields.content === 'boolean' ? fields.content : null;
  const extra = { ...beyond(fields, SHOWN), ...said({ metadata, content }) };
  return isBlank(extra) ? null : extra;
}

/** Members of a message whose texts are no words: ids, times, kinds. */
const NO_WORDS: ReadonlySet<string> = new Set([
  ...['uuid', 'id', 'type', 'sender', 'parent_message_uuid', 'created_at', 'updated_at', 'stop_reason', 'input_mode'],
  ...['start_timestamp', 'stop_timestamp', 'tool_use_id', 'file_uuid', 'file_kind', 'icon_name'],
]);

/** A message of somebody who is not known, with every text in it. */
function unknownMain({ sender, fields }: WireMessage, extra: Extra): { kind: Kind; body: Draft['body'] } {
  const texts = textsIn(fields, NO_WORDS).filter((text) => /\S/.test(text));
  return { kind: 'unknown', body: { type: sender, text: texts.join('\n') || null, ...said({ extra }) } };
}

/** What stands in `text` in the place of blocks that an old device cannot show. */
const STAND_IN = /^(?:This block is not supported on your current device yet|Viewing artifacts created via)/;

/** What `text` says beyond the blocks, whose texts it mostly says once more; each sentence that stands for one, once. */
function otherText({ blocks, text }: WireMessage): Record<string, unknown> {
  if (text === '') return {};
  const known = textsIn(blocks.map(({ fields }) => fields)).join('\n');
  if (known.includes(text.trim())) return {};
  const lines = new Set(known.split('\n').map((line) => line.trim()));
  const fresh = text.split('\n').filter((line) => !lines.has(line.trim()) && line.trim() !== '```');
  const standIn = [...new Set(fresh.filter((line) => STAND_IN.test(line.trim())))];
  const rest = fresh.filter((line) => !STAND_IN.test(line.trim()));
  return { otherText: asWords(rest.join('\n')), standIn: asWords(standIn.join('\n')) };
}
