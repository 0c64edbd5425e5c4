const LANGUAGES: ReadonlyMap<string | null, string> = new Map([
  ['text/markdown', 'markdown'],
  ['text/html', 'html'],
  ['image/svg+xml', 'svg'],
  ['application/vnd.ant.react', 'jsx'],
  ['application/vnd.ant.mermaid', 'mermaid'],
  ['application/javascript', 'javascript'],
]);

/** The language of a document's kind, or null. */
export const mimeLanguage = (mime: string | null): string | null => LANGUAGES.get(mime) ?? null;
