import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { isObject } from '../../../src/lib/json';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import { textsIn } from '../../../src/providers/kit/value';
import { overSamples } from '../../samples';
import { read } from './compose';

const MARK = /\ue200[^\ue201]*\ue201|【[^】]{0,40}】/g;
const plain = (text: string): string =>
  text
    .replace(MARK, ' ')
    .replace(/[\ue000-\uf8ff]/g, ' ')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
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

overSamples('conversations recorded elsewhere', 'chatgpt/tree', (paths) => {
  test.each(paths)('%s', (path) => {
    const value: {
      mapping: Record<string, { message: { id: string } | null; parent: string | null }>;
      current_node: string;
    } = JSON.parse(readFileSync(path, 'utf8'));
    expect(chatgptReader.recognises(value)).toBe(true);
    const { drafts } = read(value);

    const byNode = new Map(
      drafts.flatMap((draft) => (draft.native.id === null ? [] : [[draft.native.node ?? draft.native.id, draft]])),
    );
    const nearest = (key: string | null): string[] => {
      const node = key === null ? undefined : value.mapping[key];
      if (!node || key === null) return [];
      return node.message ? [byNode.get(key)?.id ?? 'no event'] : nearest(node.parent);
    };
    for (const [key, { message, parent }] of Object.entries(value.mapping)) {
      if (!isObject(message)) continue;
      expect(byNode.get(key)?.native.id).toBe(message.id);
      expect(byNode.get(key)?.parents).toEqual(nearest(parent));
    }
    expect(drafts[0]?.body).toMatchObject({ leaf: nearest(value.current_node)[0] });

    const shown = plain(drafts.flatMap(({ kind, body }) => (kind === 'unknown' ? [] : allTexts(body))).join('\n'));
    const sent = allTexts(value).flatMap((text) => text.replace(MARK, '\n').split(/\n+/).map(plain).filter(isWords));
    expect(sent.filter((text) => !shown.includes(text))).toEqual([]);
  });
});
