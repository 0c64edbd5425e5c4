import type { Element, ElementContent } from 'hast';
import temml from 'temml';
import { append } from '../lib/append';
import { element, isDeeper, words } from './elements';

/** Characters, and braces in one another, of TeX that is set; what is more is shown as it is written. */
const LONGEST = 4_000;
const DEEPEST = 30;
const MOST_ELEMENTS_DEEP = 120;

/** What formulas are made of. Nothing of it loads, leads or hides. */
const TAGS: ReadonlySet<string> = new Set([
  ...['mrow', 'mi', 'mn', 'mo', 'mtext', 'ms', 'mspace', 'mfrac', 'mstyle', 'mpadded', 'menclose'],
  ...['msub', 'msup', 'msubsup', 'munder', 'mover', 'munderover', 'mmultiscripts', 'mprescripts', 'none'],
  ...['mtable', 'mtr', 'mtd'],
]);
const ATTRIBUTES: ReadonlySet<string> = new Set([
  ...['display', 'displaystyle', 'scriptlevel', 'mathvariant', 'fence', 'form', 'stretchy', 'symmetric', 'largeop'],
  ...['movablelimits', 'accent', 'accentunder', 'separator', 'columnspan', 'rowspan', 'notation'],
]);
/** Distances, as long as they are no way to hide something. */
const DISTANCES: ReadonlySet<string> = new Set(['width', 'lspace', 'rspace', 'minsize', 'maxsize', 'linethickness']);
const DISTANCE = /^\d?\.?\d{1,4}(?:em|ex|pt|mu)$/;
const CLASSES: ReadonlySet<string> = new Set(['tml-left', 'tml-right', 'tml-cancel', 'upstrike', 'downstrike']);

/** TeX as MathML. What is wrong, too long or no mathematics of this kind is null: show it as it is written. */
export function mathTree(tex: string, isDisplay: boolean): Element | null {
  if (tex.length > LONGEST || depthOf(tex) > DEEPEST) return null;
  let tree: ElementContent[] | null;
  try {
    const set = temml.__renderToMathMLTree(tex.toWellFormed(), {
      displayMode: isDisplay,
      throwOnError: true,
      trust: false,
      strict: false,
      maxExpand: 200,
      macros: {},
    });
    tree = made(set);
  } catch {
    return null; // whatever it could not make of it: the source is what there is to show
  }
  const [math] = tree ?? [];
  if (math?.type !== 'element' || isDeeper(math.children, MOST_ELEMENTS_DEEP)) return null;
  return element('math', { dir: 'ltr', ...(isDisplay ? { display: 'block' } : {}), alttext: tex }, math.children);
}

/** Braces and the like that are open at once, at most. */
function depthOf(tex: string): number {
  let depth = 0;
  let most = 0;
  for (const [sign] of tex.matchAll(/\\(?:left|right|begin|end|[\s\S])|[{}]/g)) {
    if (sign === '{' || sign === '\\left' || sign === '\\begin') most = Math.max(most, ++depth);
    else if (sign === '}' || sign === '\\right' || sign === '\\end') depth--;
  }
  return most;
}

const field = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** Elements from the library's own tree; null where it holds something that is not known here. */
function made(node: unknown): ElementContent[] | null {
  const text = field(node, 'text');
  if (typeof text === 'string') return [words(text)];
  const children = allMade(field(node, 'children'));
  if (children === null) return null;
  const tag = field(node, 'type');
  if (tag === undefined || tag === '') return children;
  if (tag === 'math') return [element('math', {}, children)];
  if (tag === 'msqrt') return [root(children, null)];
  if (tag === 'mroot') return [root(children.slice(0, 1), children[1] ?? null)];
  return typeof tag === 'string' && TAGS.has(tag) ? [element(tag, properties(node), children)] : null;
}

function allMade(list: unknown): ElementContent[] | null {
  if (!Array.isArray(list)) return null;
  const all: ElementContent[] = [];
  for (const node of list) {
    const nodes = made(node);
    if (nodes === null) return null;
    append(all, nodes);
  }
  return all;
}

/** A root as its sign and what stands under its line: a browser without a font for mathematics draws nothing of `msqrt`. */
function root(children: readonly ElementContent[], degree: ElementContent | null): Element {
  const before = degree === null ? [] : [element('msup', {}, [element('mrow', {}), degree])];
  return element('mrow', {}, [
    ...before,
    element('mo', { form: 'prefix' }, ['√']),
    element('mrow', { className: ['root'] }, children),
  ]);
}

function properties(node: unknown): Record<string, string | string[]> {
  const kept: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(field(node, 'attributes') ?? {})) {
    const said = String(value);
    if (ATTRIBUTES.has(name) || (DISTANCES.has(name) && DISTANCE.test(said))) kept[name] = said;
  }
  const classes = field(node, 'classes');
  const names = Array.isArray(classes) ? classes.flatMap((each) => String(each).split(' ')) : [];
  const known = names.filter((name) => CLASSES.has(name));
  if (field(field(node, 'style'), 'border') !== undefined) known.push('boxed');
  return known.length > 0 ? { ...kept, className: known } : kept;
}
