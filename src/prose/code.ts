import type { ElementContent } from 'hast';
import { common, createLowlight } from 'lowlight';
import { isDeeper, textIn, words } from './elements';

/** Characters of a code that is coloured; longer ones are shown as they are: some languages are read in the square of it. */
const LONGEST = 12_000;
/** Pieces in one another. What is deeper is made to be, and would overflow the stack in one browser and not in another. */
const DEEPEST = 60;

// made when the first code is to be coloured: not every page that can show one does
let light: ReturnType<typeof createLowlight> | null = null;

/** A code as spans that say what each piece of it is; of an unknown language, or a long one, the text alone. */
export function codeTree(text: string, language: string): ElementContent[] {
  const name = language.toLowerCase();
  light ??= createLowlight(common);
  if (name === '' || text.length > LONGEST || !light.registered(name)) return [words(text)];
  const spans = spansOf(light, name, text);
  // colours are never worth a character
  return spans !== null && textIn(spans) === text ? spans : [words(text)];
}

function spansOf(lowlight: NonNullable<typeof light>, name: string, text: string): ElementContent[] | null {
  try {
    const { children } = lowlight.highlight(name, text);
    const spans = children.filter((each) => each.type === 'element' || each.type === 'text');
    return isDeeper(spans, DEEPEST) ? null : spans;
  } catch {
    return null; // a text that no reader of its language can stand: it is shown all the same
  }
}

/** The language that a fence names: its first word, without what some sites write around it. */
export const languageOf = (info: string): string => /^[{.]{0,2}([\w+#-]+)/.exec(info.trim())?.[1] ?? '';

/** Languages that readers of Markdown colour, besides those that are coloured here. */
const MORE: ReadonlySet<string> = new Set([
  ...['text', 'txt', 'plain', 'log', 'csv', 'tsv', 'dockerfile', 'docker', 'powershell', 'ps1', 'bat', 'cmd', 'dart'],
  ...['elixir', 'erlang', 'elm', 'haskell', 'hs', 'julia', 'scala', 'clojure', 'lisp', 'scheme', 'ocaml', 'fsharp'],
  ...['groovy', 'matlab', 'fortran', 'pascal', 'delphi', 'cobol', 'ada', 'prolog', 'vhdl', 'verilog', 'asm', 'nasm'],
  ...['zig', 'nim', 'solidity', 'apex', 'abap', 'sas', 'stata', 'awk', 'sed', 'vim', 'nginx', 'apache', 'http'],
  ...['terraform', 'hcl', 'protobuf', 'proto', 'thrift', 'cmake', 'latex', 'tex', 'bibtex', 'regex', 'toml', 'jsonc'],
  ...[
    'json5',
    'jsonl',
    'vue',
    'svelte',
    'astro',
    'sass',
    'fish',
    'nushell',
    'gdscript',
    'glsl',
    'hlsl',
    'wgsl',
    'cuda',
  ],
]);

/** True for a language that a fence may name: one that a reader of Markdown can colour, and that none draws or runs. */
export function isKnownLanguage(name: string): boolean {
  light ??= createLowlight(common);
  return MORE.has(name) || light.registered(name);
}
