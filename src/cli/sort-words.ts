/** What `parseArgs` of Node calls a token. */
interface Token {
  readonly kind: 'option' | 'positional' | 'option-terminator';
  readonly name?: string;
  readonly value?: string | undefined;
}

/**
 * Tells files from ids: `--only` takes all words that follow it, as far as the next option, where a file was named
 * before; where none was, the first word after its id is the file.
 */
export function sortWords(tokens: readonly Token[]): { words: string[]; ids: string[] } {
  const words: string[] = [];
  const ids: string[] = [];
  let isId = false;
  for (const { kind, name, value = '' } of tokens) {
    if (kind === 'positional') (isId ? ids : words).push(value);
    else isId = kind === 'option' && name === 'only' && words.length > 1;
    if (kind === 'option' && name === 'only') ids.push(value);
  }
  return { words, ids };
}
