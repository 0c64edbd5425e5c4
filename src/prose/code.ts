import type { ElementContent } from 'hast';
import { common, createLowlight } from 'lowlight';
import { textIn, words } from './elements';

/** Characters of a code that is coloured; longer ones are shown as they are. */
const LONGEST = 30_000;

// made when the first code is to be coloured: not every page that can show one does
let light: ReturnType<typeof createLowlight> | null = null;

/** A code as spans that say what each piece of it is; of an unknown language, or a long one, the text alone. */
export function codeTree(text: string, language: string): ElementContent[] {
  const name = language.toLowerCase();
  light ??= createLowlight(common);
  if (name === '' || text.length > LONGEST || !light.registered(name)) return [words(text)];
  const tree = light.highlight(name, text);
  const spans = tree.children.filter((each) => each.type === 'element' || each.type === 'text');
  // colours are never worth a character
  return textIn(spans) === text ? spans : [words(text)];
}

/** The language that a fence names: its first word, without what some sites write around it. */
export const languageOf = (info: string): string => /^[{.]{0,2}([\w+#-]+)/.exec(info.trim())?.[1] ?? '';
