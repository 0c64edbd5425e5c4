import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { sources } from './source';

/** Everything with which a script could press a key, a button or a form of a page, or make it send in another way. */
const PRESSES =
  /^(?:click|submit|requestSubmit|KeyboardEvent|MouseEvent|PointerEvent|SubmitEvent|sendBeacon|fetch|open)$/;
const SAID = /^(?:key(?:down|up|press)|Enter|submit|click|mouse\w+|pointer\w+|insertParagraph|insertLineBreak)$/;

/** What of it a code names: as a name, a member, or a word between quotes. */
function pressesIn(path: string, text: string): string[] {
  const found = new Set<string>();
  const note = (word: unknown, pattern: RegExp): void => {
    if (typeof word === 'string' && pattern.test(word)) found.add(word);
  };
  new Visitor({
    Identifier: ({ name }) => note(name, PRESSES),
    Literal: ({ value }) => {
      note(value, PRESSES);
      note(value, SAID);
    },
    TemplateElement: ({ value }) => note(value.cooked, SAID),
  }).visit(parseSync(path, text).program);
  return [...found].sort();
}

test('what fills a composer has nothing with which it could send', () => {
  const inPage = sources.filter(({ path }) => path.startsWith('src/compose/page/'));
  expect(inPage.length).toBeGreaterThan(5);
  const wrong = inPage.flatMap(({ path, text }) =>
    pressesIn(path, text).map((word) => `${path} names ${word}: the person presses send, nobody else`),
  );
  expect(wrong).toEqual([]);
});

test('it is found however it is named', () => {
  expect(pressesIn('a.ts', 'form.requestSubmit(); button["click"]()')).toEqual(['click', 'requestSubmit']);
  expect(pressesIn('a.ts', 'field.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" }))')).toEqual([
    'Enter',
    'KeyboardEvent',
    'keydown',
  ]);
  expect(pressesIn('a.ts', 'editor.dispatchEvent(new Event(`submit`)) // submit is only spoken of here')).toEqual([
    'submit',
  ]);
});
