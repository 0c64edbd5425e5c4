import type { Kind } from '../../model/bodies';
import type { Sealed } from '../../model/references';
import type { Draft } from '../contract';
import { type SealedFound, type SealedText, sealedIn } from '../kit/sealed';
import { asList } from '../kit/value';

/** What the model or a tool wrote as a text was not sealed by the provider, however it looks. */
const WRITTEN: ReadonlySet<string> = new Set(['text', 'thinking', 'file_text', 'code', 'widget_code', 'data']);
/** A thought that is withheld lies in a member that elsewhere holds pictures. */
const WRITTEN_ABOUT_NOTHING: ReadonlySet<string> = new Set(['text']);
const ALWAYS: ReadonlySet<string> = new Set([
  ...['signature', 'encrypted_content', 'encrypted_index', 'encrypted_stdout'],
]);
const WITHHELD: ReadonlySet<string> = new Set([...ALWAYS, 'data']);

const KINDS: readonly (readonly [RegExp, Sealed['kind']])[] = [
  [/encrypted_index/, 'citation-index'],
  [/encrypted_stdout/, 'tool-output'],
  [/fingerprint/i, 'program-state'],
  [/continuation|token$/i, 'continuation'],
];
const BY_EVENT: Partial<Record<Kind, Sealed['kind']>> = {
  reasoning: 'reasoning',
  compaction: 'compaction',
  'tool.result': 'tool-output',
};

interface Said {
  readonly kind: Kind;
  readonly body: Draft['body'];
  readonly from: { readonly fields: unknown; readonly type: string | null };
}

/** The sealed values of a block: those known to be (signatures, withheld thoughts), and whatever looks like one. */
export function sealedOf({ kind, body, from }: Said, event: string, pointer: string): SealedFound {
  const withheld = from.type === 'redacted_thinking';
  const parts = 'summary' in body ? body.summary : 'parts' in body ? body.parts : null;
  const twins = asList(parts).length > 0 ? [event] : [];
  return sealedIn(from.fields, {
    system: 'claude',
    pointer,
    skip: withheld ? WRITTEN_ABOUT_NOTHING : WRITTEN,
    always: withheld ? WITHHELD : ALWAYS,
    kindOf: (found) => kindOf(found, kind),
    hides: (found) => hides(found, kindOf(found, kind)),
    twins: () => twins,
  });
}

function kindOf({ key, pointer }: SealedText, kind: Kind): Sealed['kind'] {
  const named = KINDS.find(([form]) => form.test(key))?.[1];
  if (named) return named;
  if (key === 'encrypted_content' && kind === 'tool.result' && /^\/content\//.test(pointer)) return 'search-result';
  const byEvent = BY_EVENT[kind];
  return byEvent ?? (/signature/i.test(key) ? 'signature' : 'unknown');
}

const HIDES: Partial<Record<Sealed['kind'], string>> = {
  reasoning: 'The thought as the model had it; what can be read of it is a summary at most.',
  compaction: 'What the server keeps of the summary for itself.',
  'search-result': 'The passages of a hit as the model read them.',
  'citation-index': 'The place of the cited passage in its page.',
  'tool-output': 'What a tool gave back, as the model read it.',
};

const hides = ({ key }: SealedText, kind: Sealed['kind']): string =>
  HIDES[kind] ?? `A value under “${key || 'a list'}” that only the provider can open.`;
