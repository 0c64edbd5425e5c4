import type { Kind } from '../../model/bodies';
import { shown } from '../kit/beyond';
import { configContent, isConfig } from './config';
import { type ContentContext, codeContent, type ReadContent, textContent } from './content';
import { isSummaryOfTool, recapContent, thoughtsContent } from './reasoning';
import {
  displayContent,
  documentContent,
  errorContent,
  executionContent,
  pageContent,
  pairingContent,
  quoteContent,
  screenContent,
} from './results';
import type { WireMessage } from './wire';

/** Every content type that is known, and what reads it. */
const CONTENTS: ReadonlyMap<string | null, (context: ContentContext) => ReadContent> = new Map([
  ['text', textContent],
  ['multimodal_text', textContent],
  ['code', codeContent],
  ['tether_browsing_code', codeContent],
  ['execution_output', executionContent],
  ['thoughts', thoughtsContent],
  ['reasoning_recap', recapContent],
  ['tether_browsing_display', displayContent],
  ['tether_quote', quoteContent],
  ['sonic_webpage', pageContent],
  ['computer_output', screenContent],
  ['citable_code_output', documentContent],
  ['system_error', errorContent],
  ['app_pairing_content', pairingContent],
]);

const ROLES = ['user', 'assistant', 'system', 'developer', 'tool'] as const;
export type Role = (typeof ROLES)[number];
export const roleOf = ({ role }: WireMessage): Role | null => ROLES.find((each) => each === role) ?? null;

/** Those to whom an assistant speaks without calling a tool. */
const PEOPLE: ReadonlySet<string | null> = new Set([null, 'all', 'user', 'assistant']);
const REASONING: ReadonlySet<string | null> = new Set(['thoughts', 'reasoning_recap']);

export type MainKind = Extract<Kind, 'message' | 'reasoning' | 'tool.call' | 'tool.result' | 'config' | 'unknown'>;

/** Which kind of event stands for a message. */
export function kindOf(message: WireMessage): MainKind {
  const { type, recipient } = message;
  const role = roleOf(message);
  if (isConfig(message)) return 'config';
  if (role === null || !CONTENTS.has(type)) return 'unknown';
  if (REASONING.has(type) || isSummaryOfTool(message)) return 'reasoning';
  if (role === 'tool') return 'tool.result';
  return role === 'assistant' && !PEOPLE.has(recipient) ? 'tool.call' : 'message';
}

const NOTHING = shown({});

/** The parts of a message's content. Only for kinds other than `unknown`. */
export function readContent(kind: MainKind, context: ContentContext): ReadContent {
  if (kind === 'config') return configContent(context);
  return CONTENTS.get(context.message.type)?.(context) ?? { parts: [], used: NOTHING, changed: false };
}

/** The site hides system messages, what weighs nothing, and what it says is hidden. */
export const isHidden = ({ role, weight, metadata }: WireMessage): boolean =>
  metadata.is_visually_hidden_from_conversation === true || weight === 0 || role === 'system' || role === 'developer';
