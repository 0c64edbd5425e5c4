import type { Element } from 'hast';

/** A file that lies where the text is shown. */
export interface LocalFile {
  readonly href: string;
  /** True where a browser draws it from pixels alone. */
  readonly isPicture: boolean;
}

/** Where what stands in somebody's words may lead to. */
export interface Ways {
  /** The number of a cited source. */
  readonly cite: (number: number) => Element;
  /** The file that an address means, or null. */
  readonly local: (address: string) => LocalFile | null;
  /** Begins the ids of footnotes, one for each text of a page; null where nothing in a text can be led to. */
  readonly scope: string | null;
}

/** The same for a text that stays Markdown. */
export interface MarkdownWays extends Pick<Ways, 'local'> {
  /** Where in the file a cited source stands. */
  readonly source: (number: number) => string;
}
