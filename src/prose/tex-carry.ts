/** What a reader of Markdown that knows no TeX could take for a tag, an address or the end of a link, or for code. */
const HAZARD =
  /`|<\/?[A-Za-z][\w-]*(?:\s*\/?>|\s+[A-Za-z_:])|<[!?]|<[\w+.-]+[:@]|\](?:\(|\[|:)|!\[|(?:^|[^\\])(?:\\\\)*\$|^\$/;

/** What begins a block of its own on a line of a paragraph, or turns the lines above into something else. */
const BLOCK =
  /^ {0,3}(?:#{1,6}(?:[ \t]|$)|>|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|`{3}|~{3}|=+[ \t]*$|-+[ \t]*$|(?:[*_-][ \t]*){3,}$|<[A-Za-z/!?]|[ \t|:-]*-[ \t|:-]*$)/;

/** TeX as it can stand between dollars among words, or null where some readers would see something else in it. */
export function texAmongWords(tex: string): string | null {
  const isOneLine = !/[\r\n]/.test(tex);
  if (!isOneLine && tex.includes('%')) return null; // its comment would go on
  const line = tex.trim().replace(/[ \t]*(?:\r\n|\n|\r)[ \t]*/g, ' ');
  // whether a dollar behind signs of escape ends it, readers do not agree
  return line === '' || line.endsWith('\\') || HAZARD.test(line) ? null : line;
}

/** True where TeX can stand as lines of its own between two lines of dollars, whoever reads them. */
export function isFlowSafe(tex: string): boolean {
  if (tex.trim() === '' || HAZARD.test(tex)) return false;
  const lines = tex.split(/\r\n|\n|\r/);
  return lines.every((line) => line.trim() !== '' && !BLOCK.test(line));
}
