import { artifactName } from '../../lib/hash';
import { siteTime } from '../../lib/time';
import type { Sealed } from '../../model/references';
import type { Attachment } from '../contract';
import { findSealed, holdsSealed, type SealedText, sealedAt, sealedBytes } from '../kit/sealed';
import type { MainKind } from './kinds';
import type { WireMessage } from './wire';

const PADDING: ReadonlySet<string> = new Set(['pad']);
/** What a person wrote was not sealed by the provider, however it looks. */
const WRITTEN: ReadonlySet<string> = new Set(['pad', 'content', 'user_context_message_data']);

const KINDS: readonly (readonly [RegExp, Sealed['kind']])[] = [
  [/signature/i, 'signature'],
  [/continuation|token$/i, 'continuation'],
  [/fingerprint/i, 'program-state'],
];

/** Sealed values of a message: none is known of this site, so whatever looks like one is told. */
export function sealedIn(
  message: WireMessage,
  kind: MainKind,
  about: { readonly event: string; readonly pointer: string; readonly readable: boolean },
): { sealed: Sealed[]; attachments: Attachment[]; texts: ReadonlySet<string> } {
  const skip = message.role === 'user' ? WRITTEN : PADDING;
  if (!holdsSealed(message.fields, skip)) return NONE;
  const found = findSealed(message.fields, skip);
  const attachments = new Map<string, Attachment>();
  const sealed = found.map((each): Sealed => {
    const { sha256, bytes } = sealedBytes(each.text);
    attachments.set(sha256, { sha256, bytes });
    const hidden = kindOfSealed(each, kind);
    const at = sealedAt(each.text);
    return {
      kind: hidden,
      system: 'chatgpt',
      pointer: `${about.pointer}${each.pointer}`,
      artifact: artifactName(sha256),
      bytes: bytes.length,
      hides: `A value under “${each.key || 'a list'}” that only the provider can open.`,
      ...(at === null ? {} : { hints: { sealedAt: siteTime(at) } }),
      twin:
        hidden === 'reasoning' && about.readable
          ? { state: 'partial', events: [about.event] }
          : { state: 'missing', events: [] },
    };
  });
  return { sealed, attachments: [...attachments.values()], texts: new Set(found.map(({ text }) => text)) };
}

const NONE = { sealed: [], attachments: [], texts: new Set<string>() };

function kindOfSealed({ key }: SealedText, kind: MainKind): Sealed['kind'] {
  const named = KINDS.find(([form]) => form.test(key))?.[1];
  if (named) return named;
  if (kind === 'reasoning') return 'reasoning';
  return kind === 'tool.result' ? 'tool-output' : 'unknown';
}
