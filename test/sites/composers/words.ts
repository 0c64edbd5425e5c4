/** A text as handoffs are: every kind of line that editors and menus may stumble over, of at least so many characters. */
export function longText(characters: number): string {
  const blocks: string[] = ['# Handoff: tides at Skerry'];
  for (let n = 1; blocks.join('\n\n').length < characters; n++) blocks.push(...block(n));
  // the worst end: a menu would open behind it
  return `${blocks.join('\n\n')}\n\n/help`;
}

const block = (n: number): string[] => [
  `## ${n}. What was said at line ${n}`,
  [
    `/compact is a line that begins with a slash`,
    `@harbour is one with an at`,
    `#tides ${n}`,
    ':wave: is one with a colon',
  ].join('\n'),
  [
    '- first *thing*',
    '- second **thing** with `code`',
    '  - deeper, by two blanks',
    `${n}. numbered`,
    '- [ ] a box',
  ].join('\n'),
  [
    '```ts',
    `function tide${n}(at: Date): number {`,
    "\tif (at.getHours() > 6) return 3.14 * 2; // a tab's worth",
    '    return 0;',
    '}',
    '',
    '',
    'const html = "<b>&amp;</b>";',
    '```',
  ].join('\n'),
  'Emoji: 🌊 👩‍👩‍👧‍👦 🏳️‍🌈 🇳🇴 and é, ﬁ, Ⅻ.',
  'عربي: المدّ والجزر في الميناء — می‌خواهم — עברית: גאות ושפל.',
  `> quoted, with a [link](https://harbour.example/tides?n=${n}&x=1) and https://harbour.example/plain_text_${n}`,
  `A long line that goes on and on: ${`word${n} `.repeat(40)}end.`,
  '---',
];
