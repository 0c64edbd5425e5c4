import { utf8 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { messageId } from '../../model/ids';
import type { Attachment, Draft, DraftPlace, Payload, Reading } from '../contract';
import { beyond, shown } from '../kit/beyond';
import { gapDraft, ownIdOf, sessionDraft } from '../kit/notes';
import { asList, asNumber, asObject, asText, asWords, isBlank, said, textsIn } from '../kit/value';
import type { WireMessage } from './wire';

type Fields = Readonly<Record<string, unknown>>;

/** The call that gives the canvas documents of a conversation as they are now. */
const TEXTDOCS = 'textdocs';

/** A canvas document as it is now; where it was not asked for, the gap that says so. */
const documentNow = (document: string): string => `${messageId('chatgpt', document.toWellFormed())}/version.now`;

const DOCUMENT = shown({
  text: ['id', 'textdoc_id', 'title', 'name', 'textdoc_type', 'type', 'content'],
  number: ['version'],
  any: ['comments', 'created_at', 'updated_at', 'conversation_id'],
});

/**
 * Reads the canvas documents of a conversation as they are now, the person's own changes among them. That the call is there
 * has been seen, its answer has not: a list of documents with an id and their text is what others expect. What is not that
 * is told as it is. Null: another call.
 */
export function readTextdocs({ head, value }: Pick<Payload, 'head' | 'value'>): Reading | null {
  if (head.route !== TEXTDOCS) return null;
  const list = Array.isArray(value) ? value : [asObject(value).textdocs, asObject(value).items].flatMap(asList);
  const rest = Array.isArray(value) || list.length > 0 ? [] : [value];
  const attachments: Attachment[] = [];
  const drafts = [...list, ...rest].flatMap((each, n): Draft[] => {
    const read = documentDraft(asObject(each), head.at);
    if (!read) return unknownDraft(each, n);
    attachments.push(read.attachment);
    return [read.draft];
  });
  if (drafts.length === 0) return { kind: 'nothing', because: 'empty' };
  return { kind: 'session', native: null, occurred: null, drafts, attachments };
}

function documentDraft(sent: Fields, at: string | null): { draft: Draft; attachment: Attachment } | null {
  const document = asWords(sent.id) ?? asWords(sent.textdoc_id);
  const text = asText(sent.content);
  if (document === null || text === null) return null;
  const bytes = utf8(text.toWellFormed());
  const sha256 = sha256Hex(bytes);
  const body = {
    ...{ artifact: artifactName(sha256), name: asWords(sent.title) ?? asWords(sent.name), mime: null },
    ...{ bytes: bytes.length, role: 'version', document, command: 'now' },
    ...said({
      version: asNumber(sent.version),
      type: asWords(sent.textdoc_type) ?? asWords(sent.type),
      comments: isBlank(sent.comments) ? null : sent.comments,
      more: beyond(sent, DOCUMENT),
    }),
  };
  const draft = sessionDraft({ id: documentNow(document), kind: 'artifact', body, raw: [''], updated: at });
  return { draft, attachment: { sha256, bytes } };
}

/** What has another form: its words, and no guess. */
function unknownDraft(value: unknown, place: number): Draft[] {
  const text = textsIn(value).filter((each) => /\S/.test(each));
  if (text.length === 0) return [];
  const body = { type: TEXTDOCS, text: text.join('\n') };
  const id = messageId('chatgpt', `${TEXTDOCS}/unknown.${ownIdOf(body, place)}`);
  return [sessionDraft({ id, kind: 'unknown', body, raw: [''] })];
}

/** Documents that a person changed, as a conversation says: it holds only what the model wrote. */
export interface Edited {
  see(message: WireMessage, event: string, raw: readonly DraftPlace[]): void;
  drafts(): Draft[];
}

export function collectEdited(): Edited {
  const known = new Map<string, { event: string; raw: readonly DraftPlace[]; version: number | null }>();
  return {
    see({ metadata }, event, raw) {
      const { textdoc_id: id, has_user_edit: edited, version } = asObject(metadata.canvas);
      const document = asWords(id);
      if (document === null || edited !== true) return;
      const before = known.get(document);
      const newest = Math.max(before?.version ?? 0, asNumber(version) ?? 0);
      known.set(document, { ...(before ?? { event, raw }), version: newest === 0 ? null : newest });
    },
    drafts: () =>
      Array.from(known, ([document, { event, raw, version }]) => ({
        ...gapDraft(event, '', { why: 'not-asked', what: said({ document, version }), native: null }, raw),
        id: documentNow(document),
      })),
  };
}
