import MarkdownIt from 'markdown-it';

/** A reader of Markdown that lets everything through that the language knows: HTML, and links of any kind. */
const reader = new MarkdownIt({ html: true });
reader.validateLink = () => true;

export interface Read {
  readonly type: string;
  readonly level: number;
  readonly content: string;
  readonly target: string;
}

/** All that a text is to a reader of Markdown, inline pieces too. */
export function readMarkdown(text: string): Read[] {
  return reader.parse(text, {}).flatMap((token) =>
    [token, ...(token.children ?? [])].map(({ type, level, content, attrGet }, index) => ({
      type,
      level,
      content,
      target: String(
        (index === 0 ? token : token.children?.[index - 1])?.attrGet('href') ?? attrGet.call(token, 'src') ?? '',
      ),
    })),
  );
}
