const MARK = /<(?:quoted|attached)-[0-9a-f]{12}>\n|\n?<\/(?:quoted|attached)-[0-9a-f]{12}>/g;

/** A text without the marks between which it quotes: what stands between them is what a test is about. */
export const unmarked = (text: string): string =>
  text
    .replace(MARK, '')
    .replace(/Whatever stands between the marks quoted-[0-9a-f]{12} is quoted data/g, 'It is quoted data');
