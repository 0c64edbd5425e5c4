import { shownName } from '../../handoff/marks';
import { html, joined, type Markup, NOTHING } from './html';
import { inlineHtml, type TextLinks } from './text-inline';

interface Block {
  readonly kind: 'words' | 'code' | 'table' | 'heading';
  readonly lines: string[];
  readonly info: string;
}

const FENCE = /^( *)(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?(`{3,}|~{3,})([^`]*)$/;
const RULE = /^\|?(?: *:?-+:? *\|)+(?: *:?-+:?)?$/;

const isRow = (line: string): boolean => {
  const words = line.trim();
  return words.length > 1 && words.startsWith('|') && words.endsWith('|');
};

/** Somebody's Markdown as HTML: code, headings, tables, paragraphs as they were broken; each with its own direction. */
export function markdownHtml(text: string, links: TextLinks): Markup {
  return joined(blocksOf(text).map((block) => blockHtml(block, links)));
}

/** Plain words as HTML: line breaks and blanks as they are, fences as code. */
export function plainHtml(text: string, links: TextLinks): Markup {
  return joined(
    blocksOf(text).map(({ kind, lines, info }) =>
      kind === 'code' ? codeBlock(lines, info) : html`<p dir="auto">${inlineHtml(lines.join('\n'), links, true)}</p>`,
    ),
  );
}

/** A code block: always left to right, byte for byte. */
export function codeHtml(text: string, label = ''): Markup {
  const name = shownName(label);
  const caption = name === '' ? NOTHING : html`<figcaption dir="auto">${name}</figcaption>`;
  // a line feed right after the tag is not there for the reader, so the text's own must not be the first
  return html`<figure class="${/\bjson$/.test(name) ? 'code json' : 'code'}">${caption}<pre dir="ltr" tabindex="0">
<code>${text}</code></pre></figure>`;
}

const codeBlock = (lines: readonly string[], info: string): Markup =>
  codeHtml(lines.join('\n').replace(/\ue200[\d,]+\ue201/g, ''), info);

function blockHtml({ kind, lines, info }: Block, links: TextLinks): Markup {
  if (kind === 'code') return codeBlock(lines, info);
  if (kind === 'table' && RULE.test((lines[1] ?? '').trim())) return tableHtml(lines, links);
  const text = lines.join('\n');
  if (kind === 'heading') {
    const words = withoutEnd(text.replace(/^ {0,3}#+\s+/, ''));
    return html`<p class="heading" dir="auto">${inlineHtml(words, links, false)}</p>`;
  }
  return html`<p dir="auto">${inlineHtml(text, links, false)}</p>`;
}

/** A heading without the marks that may close it. */
function withoutEnd(text: string): string {
  const trimmed = text.trimEnd();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end--;
  return trimmed[end - 1] === ' ' ? trimmed.slice(0, end).trimEnd() : trimmed;
}

function tableHtml([head = '', , ...rows]: readonly string[], links: TextLinks): Markup {
  const row = (line: string, tag: 'th' | 'td'): Markup => {
    // isolated by the style sheet: what `dir` or `bdi` isolates says nothing of the direction of the table
    const cells = cellsOf(line).map((cell) => html`<span class="cell">${inlineHtml(cell, links, false)}</span>`);
    return html`<tr>${cells.map((cell) => (tag === 'th' ? html`<th scope="col">${cell}</th>` : html`<td>${cell}</td>`))}</tr>`;
  };
  return html`<div class="scroll" tabindex="0"><table dir="auto"><thead>${row(head, 'th')}</thead><tbody>${rows.map((line) => row(line, 'td'))}</tbody></table></div>`;
}

const cellsOf = (line: string): string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    if (fence) {
      const end = closingLine(lines, at, fence[2] ?? '```');
      const indent = fence[1]?.length ?? 0;
      const inside = lines.slice(at + 1, end).map((each) => each.slice(blanksBefore(each, indent)));
      blocks.push({ kind: 'code', lines: inside, info: fence[3] ?? '' });
      open = null;
      at = end;
    } else open = place(blocks, open, line);
  }
  return blocks;
}

/** Puts a line where it belongs: to the block before it, or at the beginning of a new one. */
function place(blocks: Block[], open: Block | null, line: string): Block | null {
  if (line.trim() === '') return null;
  const kind = /^ {0,3}#{1,6}\s/.test(line) ? 'heading' : isRow(line) ? 'table' : 'words';
  if (open && open.kind === kind && kind !== 'heading') {
    open.lines.push(line);
    return open;
  }
  const block: Block = { kind, lines: [line], info: '' };
  blocks.push(block);
  return block;
}

function closingLine(lines: readonly string[], from: number, mark: string): number {
  const closing = new RegExp(`^\\s*${mark[0] === '`' ? '`' : '~'}{${mark.length},}\\s*$`);
  for (let at = from + 1; at < lines.length; at++) if (closing.test(lines[at] ?? '')) return at;
  return lines.length;
}

/** Blanks at the beginning of a line, at most so many. */
function blanksBefore(line: string, most: number): number {
  let count = 0;
  while (count < most && line[count] === ' ') count++;
  return count;
}
