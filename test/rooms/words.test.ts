import { parseSync, Visitor } from 'vite';
import { describe, expect, test } from 'vitest';
import { filesUnder, type Source, sources, textAt } from './source';

interface Message {
  readonly message: string;
  readonly description?: string;
}

const folders = filesUnder('assets/_locales').filter((path) => path.endsWith('/messages.json'));
const read = (path: string): Record<string, Message> => JSON.parse(textAt(path));
const english = read('assets/_locales/en/messages.json');
const keys = Object.keys(english);

/** Texts of a code: whole ones, and the beginnings of those with something put in. */
function textsOf({ path, text }: Source): { whole: string[]; beginnings: string[] } {
  const whole: string[] = [];
  const beginnings: string[] = [];
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') whole.push(value);
    },
    TemplateLiteral: ({ quasis }) => {
      const start = quasis[0]?.value.cooked ?? '';
      (quasis.length > 1 ? beginnings : whole).push(start);
    },
  }).visit(parseSync(path, text).program);
  return { whole, beginnings };
}

describe('the message files', () => {
  test('keys are in order, so that two people add to different places', () => {
    for (const path of folders) expect(Object.keys(read(path)), path).toEqual([...Object.keys(read(path))].sort());
  });

  test('keys are named by place and thing, in small letters', () => {
    expect(keys.filter((key) => !/^[a-z0-9]+(_[a-z0-9]+)+$/.test(key))).toEqual([]);
  });

  test('every language has the same keys', () => {
    for (const path of folders) expect(Object.keys(read(path)), path).toEqual(keys);
  });

  test('every message that is there is used', () => {
    const texts = sources.map(textsOf);
    const whole = new Set(texts.flatMap((each) => each.whole));
    const beginnings = texts.flatMap((each) => each.beginnings).filter((start) => /^[a-z0-9]+_/.test(start));
    const manifest = textAt('scripts/build/manifest.ts') + textAt('wxt.config.ts');
    const pages = filesUnder('entrypoints')
      .filter((path) => path.endsWith('.html'))
      .map(textAt)
      .join('');
    const used = (key: string): boolean =>
      whole.has(key) ||
      beginnings.some((start) => key.startsWith(start)) ||
      `${manifest}${pages}`.includes(`__MSG_${key}__`);
    expect(keys.filter((key) => !used(key)).map((key) => `${key} is used nowhere: remove it`)).toEqual([]);
  });

  test('the manifest names only messages that are there', () => {
    const named = [...(textAt('scripts/build/manifest.ts') + textAt('wxt.config.ts')).matchAll(/__MSG_(\w+)__/g)];
    expect(named.length).toBeGreaterThan(0);
    expect(named.map(([, key]) => key).filter((key) => !keys.includes(key ?? ''))).toEqual([]);
  });

  test('the description fits the stores: at most 132 characters', () => {
    expect(english.extension_description?.message.length).toBeLessThanOrEqual(132);
  });
});

/** One word per thing: what the words of the house are not called. */
const OTHER_WORDS: readonly { readonly word: RegExp; readonly say: string }[] = [
  { word: /\bblobs?\b(?!:)/, say: 'artifact' },
  { word: /\bturns?\b/, say: 'event or message' },
  { word: /\bbriefs?\b/, say: 'handoff' },
  { word: /\bbackups?\b(?= zip)/, say: 'archive' },
  { word: /\bchat ?bots?\b/, say: 'site' },
];

test('what a person reads uses one word per thing', () => {
  const odd = Object.entries(english).flatMap(([key, { message }]) =>
    OTHER_WORDS.filter(({ word }) => word.test(message)).map(
      ({ word, say }) => `${key} says ${word.source}: say ${say}`,
    ),
  );
  expect(odd).toEqual([]);
});

test('files are named in small letters with dashes, for what they export', () => {
  const odd = sources
    .map(({ path }) => path)
    .filter((path) => !/^[a-z0-9-]+(\.d)?\.tsx?$/.test(path.split('/').at(-1) ?? ''))
    .concat(
      sources.map(({ path }) => path).filter((path) => /(^|\/|-)(utils?|helpers?|manager|service)(\/|\.|-)/.test(path)),
    );
  expect(odd.map((path) => `${path}: name it in small letters with dashes, for what it exports`)).toEqual([]);
});
