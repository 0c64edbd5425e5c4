import type { Element, ElementContent } from 'hast';
import { shownName } from '../handoff/marks';
import { codeTree, languageOf } from './code';
import { element, textIn, words } from './elements';
import { mathTree } from './math';

/** A block of code, always left to right and byte for byte, under a label where there is one. */
export function codeFigure(text: string, label: string, language: string): Element {
  const name = shownName(label);
  const caption = name === '' ? [] : [element('figcaption', { dir: 'auto' }, [name])];
  const isJson = /\bjson$/.test(name);
  const code = element('code', {}, codeTree(text, languageOf(language)));
  return element('figure', { className: isJson ? ['code', 'json'] : ['code'] }, [
    ...caption,
    element('pre', { dir: 'ltr', tabIndex: 0 }, [code]),
  ]);
}

/** TeX that has its lines for itself. */
export function mathBlock(tex: string, source: string): Element {
  const math = mathTree(tex, true);
  if (math === null) return codeFigure(source, 'tex', 'tex');
  return element('div', { className: ['scroll', 'math'], tabIndex: 0 }, [math]);
}

/** Letters and signs of a formula that fits on a narrow screen: browsers break none in two. */
const NARROW = 22;

/** TeX among words; a long formula scrolls in its own place. */
export function mathAmongWords(tex: string, source: string, isDisplay: boolean): ElementContent {
  const math = mathTree(tex, isDisplay);
  if (math === null) return element('code', { dir: 'ltr' }, [words(source)]);
  const isLong = textIn([math]).length > NARROW;
  return isLong ? element('span', { className: ['scroll', 'formula'], tabIndex: 0 }, [math]) : math;
}
