import { append } from '../../lib/append';
import { isObject } from '../../lib/json';
import { asList, asObject, asText } from '../kit/value';
import { wordsGone, wordsOf } from './gone';
import { applyChange, type Change, type Document } from './patch';

type Fields = Readonly<Record<string, unknown>>;

/** What one event of the delta encoding did. */
export interface Step {
  /** The value that it changed: a message and what stands around it. */
  readonly document: Document;
  /** `begins`: the event sent it whole. `headless`: what it changed was never sent. */
  readonly kind: 'begins' | 'changes' | 'headless';
  /** Why changes could not be made: words, never values. */
  readonly failed: readonly string[];
  /** Words that were there before it and are not afterwards. */
  readonly gone: readonly string[];
  /** Words of it that no value holds: of changes that could not be made, and of members that are not known. */
  readonly unread: readonly string[];
}

interface Channel {
  readonly document: Document;
  readonly headless: boolean;
}

/** What an event leaves out is as in the one before. */
interface Before {
  channel: string;
  path: string;
  op: string;
  /** Where text was last added to: what a bare text continues after a list of changes. */
  texts: string;
}

/**
 * Reads the site's delta encoding v1. An event is `{p, o, v, c}`: where, what, with what, in which channel. What one
 * leaves out is as in the event before. A list of such is several changes at once, with whole paths.
 */
export function deltaDecoder(): (event: Fields) => Step {
  const channels = new Map<string, Channel>();
  const before: Before = { channel: '0', path: '', op: 'add', texts: '' };
  return (event) => {
    if (typeof event.c === 'number' || typeof event.c === 'string') before.channel = String(event.c);
    const unread = oddWords(event);
    if (begins(event)) {
      const document = { root: event.v };
      channels.set(before.channel, { document, headless: false });
      Object.assign(before, { path: '', op: 'add' });
      return { document, kind: 'begins', failed: [], gone: [], unread };
    }
    const { document, headless } = channelOf(channels, before.channel);
    const gone: string[] = [];
    const failed = changesOf(event, before).flatMap((change) => {
      const because = applyChange(document, change, (was, is) => append(gone, wordsGone(change.path, was, is)));
      if (because !== null) append(unread, wordsOf(change.value));
      return because ?? [];
    });
    if (before.op === 'patch') for (const each of asList(event.v)) append(unread, oddWords(asObject(each)));
    return { document, kind: headless ? 'headless' : 'changes', failed, gone, unread };
  };
}

/** Words of an event beside its change, or where the change should be named. */
const oddWords = ({ p, o, c, v: _, ...others }: Fields): string[] =>
  wordsOf([p, o, c].map((each) => (typeof each === 'string' ? null : each)).concat(Object.values(others)));

function channelOf(channels: Map<string, Channel>, name: string): Channel {
  const known = channels.get(name);
  if (known) return known;
  const made: Channel = { document: { root: {} }, headless: true };
  channels.set(name, made);
  return made;
}

/** True for an event that sends a message whole: at the root, whatever the event before was about. */
const begins = ({ p, o, v }: Fields): boolean =>
  isObject(v) &&
  Object.hasOwn(v, 'message') &&
  (p === undefined || p === '') &&
  (o === undefined || o === 'add' || o === 'replace');

/** The changes that an event stands for. */
function changesOf(event: Fields, before: Before): Change[] {
  if (!isLeftOutOrText(event.p) || !isLeftOutOrText(event.o)) return [{ path: 'none', op: '', value: event.v }];
  const path = asText(event.p);
  before.path = path ?? before.path;
  before.op = asText(event.o) ?? before.op;
  const { v: value } = event;
  const changes = isPatch(event, before) ? listed(value, event.o === 'patch' ? (path ?? '') : '') : null;
  if (changes) Object.assign(before, { path: '', op: 'patch' });
  const made = changes ?? [single(value, path, before)];
  const text = made.findLast((each) => each.op === 'append' && typeof each.value === 'string');
  before.texts = text?.path ?? before.texts;
  return made;
}

const isLeftOutOrText = (value: unknown): boolean => value === undefined || value === null || asText(value) !== null;

/** A text after a list of changes goes on where text was last added. */
const single = (value: unknown, path: string | null, { path: last, op, texts }: Before): Change =>
  op === 'patch' && typeof value === 'string'
    ? { path: path ?? texts, op: 'append', value }
    : { path: last, op, value };

const isPatch = ({ p, v }: Fields, { op }: Before): boolean =>
  Array.isArray(v) && (op === 'patch' || (p === undefined && v.length > 0 && v.every(isChange)));

const isChange = (value: unknown): boolean =>
  isObject(value) && typeof value.p === 'string' && (Object.hasOwn(value, 'v') || Object.hasOwn(value, 'o'));

function listed(list: unknown, under: string): Change[] {
  let op = '';
  return asList(list).map((each) => {
    const { p, o, v } = asObject(each);
    op = asText(o) ?? op;
    return typeof p === 'string' ? { path: under + p, op, value: v } : { path: 'none', op, value: each };
  });
}
