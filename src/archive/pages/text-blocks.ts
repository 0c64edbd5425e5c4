import { html, joined, type Markup, NOTHING } from './html';
import { inlineHtml } from './text-inline';

/** Turns the numbers of cited sources into links. */
export type CiteLinks = (numbers: readonly number[]) => Markup;

interface Block {
  readonly kind: 'words' | 'code' | 'table' | 'heading';
  readonly lines: string[];
  readonly info: string;
}

const FENCE = /^( *)(?:(?:[-*+]|\d{1,9}[.)]) {1,4})?(`{3,}|~{3,})([^`]*)$/;

/** Somebody's Markdown as HTML: code, headings, tables as they are, paragraphs; the direction of each by its own words. */
export function markdownHtml(text: string, cites: CiteLinks): Markup {
  return joined(blocksOf(text).map((block) => blockHtml(block, cites)));
}

/** Plain words as HTML: line breaks and blanks as they are, fences as code. */
export function plainHtml(text: string, cites: CiteLinks): Markup {
  const blocks = blocksOf(text).map((block): Block => (block.kind === 'code' ? block : { ...block, kind: 'words' }));
  return joined(blocks.map((block) => blockHtml(block, cites, true)));
}

/** A code block: always left to right, byte for byte. */
export function codeHtml(text: string, label = ''): Markup {
  const name = label.trim();
  // a line feed right after the tag would not be there for the reader: one of ours is put before it
  return html`<figure class="code">${name === '' ? NOTHING : html`<figcaption dir="auto">${name}</figcaption>`}<pre dir="ltr" tabindex="0"><code>${{ markup: '\n' }}${text}</code></pre></figure>`;
}

function blockHtml({ kind, lines, info }: Block, cites: CiteLinks, isPlain = false): Markup {
  const text = lines.join('\n');
  if (kind === 'code') return codeHtml(text.replace(/\ue200[\d,]+\ue201/g, ''), info);
  if (kind === 'table')
    return html`<pre class="table" dir="auto" tabindex="0">${inlineHtml(text, cites, isPlain)}</pre>`;
  if (kind === 'heading')
    return html`<p class="heading" dir="auto">${inlineHtml(text.replace(/^ {0,3}#+\s+/, ''), cites, isPlain)}</p>`;
  return html`<p dir="auto">${inlineHtml(text, cites, isPlain)}</p>`;
}

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  const lines = text.split(/\r\n|\n|\r/);
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? '';
    const fence = FENCE.exec(line);
    if (fence) {
      const end = closingLine(lines, at, fence[2] ?? '```');
      blocks.push({
        kind: 'code',
        lines: lines.slice(at + 1, end).map((each) => dedented(each, fence[1]?.length ?? 0)),
        info: fence[3] ?? '',
      });
      open = null;
      at = end;
    } else open = place(blocks, open, line);
  }
  return blocks;
}

/** Puts a line where it belongs: to the block before it, or at the beginning of a new one. */
function place(blocks: Block[], open: Block | null, line: string): Block | null {
  if (line.trim() === '') return null;
  const kind = /^ {0,3}#{1,6}\s/.test(line) ? 'heading' : /^\s*\|.*\|\s*$/.test(line) ? 'table' : 'words';
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

const dedented = (line: string, indent: number): string => line.replace(new RegExp(`^ {0,${indent}}`), '');
