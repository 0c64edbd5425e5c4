import { Cite } from '@citation-js/core';
import '@citation-js/plugin-csl';
import '@citation-js/plugin-ris';

/** What a program for references makes of a source; a date as its parts. */
export interface Reference {
  readonly id: unknown;
  readonly type: unknown;
  readonly title: unknown;
  /** Whose it is: of a web page, RIS as others read it has the series that it belongs to. */
  readonly site: unknown;
  readonly url: unknown;
  readonly issued: unknown;
  readonly accessed: unknown;
}

const partsOf = (date: unknown): unknown => (date as { 'date-parts'?: unknown[] } | undefined)?.['date-parts']?.[0];

/** Loads a bibliography, in either form, into a library that others use. */
export const loaded = (text: string): readonly Reference[] =>
  new Cite(text).data.map(({ id, type, title, URL: url, issued, accessed, ...more }) => ({
    id,
    type,
    title,
    site: more['container-title'] ?? more['collection-title'],
    url,
    issued: partsOf(issued),
    accessed: partsOf(accessed),
  }));

/** The same set as a page would show it. */
export const setAsHtml = (text: string): string => new Cite(text).format('bibliography', { format: 'html' });
