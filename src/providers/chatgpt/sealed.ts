import type { Sealed } from '../../model/references';
import { type SealedFound, type SealedText, sealedIn } from '../kit/sealed';
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
export const sealedOf = (
  message: WireMessage,
  kind: MainKind,
  { event, pointer, readable }: { readonly event: string; readonly pointer: string; readonly readable: boolean },
): SealedFound =>
  sealedIn(message.fields, {
    system: 'chatgpt',
    pointer,
    skip: message.role === 'user' ? WRITTEN : PADDING,
    kindOf: (found) => kindOfSealed(found, kind),
    hides: ({ key }) => `A value under “${key || 'a list'}” that only the provider can open.`,
    twins: (hidden) => (hidden === 'reasoning' && readable ? [event] : []),
  });

function kindOfSealed({ key }: SealedText, kind: MainKind): Sealed['kind'] {
  const named = KINDS.find(([form]) => form.test(key))?.[1];
  if (named) return named;
  if (kind === 'reasoning') return 'reasoning';
  return kind === 'tool.result' ? 'tool-output' : 'unknown';
}
