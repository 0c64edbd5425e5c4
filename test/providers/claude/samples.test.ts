import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import type { Draft } from '../../../src/providers/contract';
import { asObject, textsIn } from '../../../src/providers/kit/value';
import { overSamples } from '../../samples';
import { ROOT, read } from './compose';

const plain = (text: string): string => text.normalize('NFC').replace(/\s+/g, ' ').trim();
/** Texts that a person would read: some words in a row. */
const isWords = (text: string): boolean =>
  text.length >= 20 && !/^\S+$/.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length >= 4;

/** All texts of a value, those inside JSON texts too. */
const allTexts = (value: unknown): string[] =>
  textsIn(value).flatMap((text) => {
    try {
      const inside: unknown = /^\s*[[{]/.test(text) ? JSON.parse(text) : null;
      return typeof inside === 'object' && inside !== null ? allTexts(inside) : [text];
    } catch {
      return [text]; // a text that only begins like JSON
    }
  });

interface Sent {
  readonly uuid?: string;
  readonly parent_message_uuid?: string;
}

/** Each message is an event, below the one that the site says. */
function expectTree(messages: readonly Sent[], known: ReadonlyMap<string, Draft>): void {
  for (const { uuid, parent_message_uuid: parent } of messages) {
    if (uuid === undefined) continue;
    const draft = known.get(`claude:${uuid}`);
    expect(draft?.native.id).toBe(uuid);
    if (parent !== undefined) expect(draft?.parents).toEqual(parent === ROOT ? [] : [`claude:${parent}`]);
  }
}

for (const folder of ['claude/api', 'claude/viewer-samples'])
  overSamples(`conversations recorded elsewhere (${folder})`, folder, (paths) => {
    test.each(paths)('%s', (path) => {
      const file: unknown = JSON.parse(readFileSync(path, 'utf8'));
      const value = asObject(asObject(file)._response ?? file);
      expect(claudeReader.recognises(value)).toBe(true);
      const { drafts } = read(value);
      const known = new Map(drafts.map((draft) => [draft.id, draft]));
      expect(known.size).toBe(drafts.length);

      expectTree(value.chat_messages as Sent[], known);
      const leaf = value.current_leaf_message_uuid;
      if (typeof leaf === 'string') expect(drafts[0]?.body).toMatchObject({ leaf: `claude:${leaf}`, leafFrom: 'site' });

      const shown = plain(drafts.flatMap(({ kind, body }) => (kind === 'unknown' ? [] : allTexts(body))).join('\n'));
      const sent = allTexts(value).flatMap((text) => text.split(/\n+/).map(plain).filter(isWords));
      const unread = sent.filter((text) => !shown.includes(text));
      const unknown = plain(drafts.flatMap(({ kind, body }) => (kind === 'unknown' ? allTexts(body) : [])).join('\n'));
      expect(unread.filter((text) => !unknown.includes(text))).toEqual([]);
      expect(unread.join('').length).toBeLessThanOrEqual(0.02 * sent.join('').length);
    });
  });
