import { iconHtml } from '../../../src/archive/pages/icon-html';
import { ICONS, type IconName } from '../../../src/look/icons';

const TAGS = new Set([
  ...[
    'html',
    'head',
    'meta',
    'title',
    'style',
    'body',
    'header',
    'main',
    'footer',
    'section',
    'nav',
    'article',
    'h1',
    'h2',
    'h3',
  ],
  ...[
    'p',
    'a',
    'b',
    'bdi',
    'br',
    'span',
    'time',
    'code',
    'pre',
    'figure',
    'figcaption',
    'img',
    'audio',
    'video',
    'details',
  ],
  ...['em', 'strong', 'del', 'sup', 'hr', 'math', 'mrow', 'mi', 'mn', 'mo', 'mtext', 'ms', 'mspace', 'mfrac', 'mstyle'],
  ...'mpadded menclose msub msup msubsup munder mover munderover mtable mtr mtd'.split(' '),
  ...[
    'svg',
    'g',
    'path',
    'circle',
    'summary',
    'dl',
    'dt',
    'dd',
    'ul',
    'ol',
    'li',
    'div',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'blockquote',
  ],
]);
const ATTRIBUTES = new Set([
  ...[
    'lang',
    'charset',
    'http-equiv',
    'content',
    'name',
    'class',
    'id',
    'href',
    'rel',
    'target',
    'dir',
    'tabindex',
    'src',
    'alt',
  ],
  ...[
    'start',
    'title',
    'alttext',
    'display',
    'displaystyle',
    'scriptlevel',
    'mathvariant',
    'fence',
    'form',
    'stretchy',
  ],
  ...'symmetric largeop movablelimits accent accentunder separator columnspan rowspan notation'.split(' '),
  ...['width', 'lspace', 'rspace', 'minsize', 'maxsize', 'linethickness'],
  ...['loading', 'controls', 'preload', 'datetime', 'scope', 'value', 'aria-label'],
]);

/** The picture of branches, exactly as it is drawn. */
const TREE =
  /<svg width="[\d.]+rem" height="[\d.]+rem" viewBox="0 0 \d+ \d+" aria-hidden="true">(?:<g(?: class="here")?><path d="[MHVQ\d. ]+"><\/path><circle cx="[\d.]+" cy="[\d.]+" r="[\d.]+"><\/circle><\/g>)+<\/svg>/g;

/** A page without the icons and pictures of ours, each exactly as it is drawn. */
const withoutDrawings = (page: string): string =>
  (Object.keys(ICONS) as IconName[])
    .reduce((rest, name) => rest.replaceAll(iconHtml(name).markup, ''), page)
    .replace(TREE, '');

/** Every tag as it is written, not as a parser makes it out: what is not ours is not there. */
export const foreign = (page: string): string[] =>
  [...withoutDrawings(page.replace(/<style>[^<]*<\/style>/g, '')).matchAll(/<[^>]*>/g)].flatMap(([tag]) => {
    const name = /^<\/?([a-z0-9]+)/.exec(tag)?.[1] ?? '';
    const names = [...tag.replace(/"[^"]*"/g, '""').matchAll(/\s([^\s=>/]+)/g)].map(
      ([, attribute]) => attribute?.toLowerCase() ?? '',
    );
    const isOurs =
      tag === '<!DOCTYPE html>' || (TAGS.has(name) && names.every((attribute) => ATTRIBUTES.has(attribute)));
    return isOurs ? [] : [tag];
  });

/** Links that lead neither to a place of the page, nor to a file of the archive, nor (said so) outside. */
export function astray(page: string): string[] {
  const ids = new Set([...page.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id));
  return [...page.matchAll(/<a ([^>]*)>/g)].flatMap(([, attributes = '']) => {
    const href = /href="([^"]*)"/.exec(attributes)?.[1] ?? '';
    if (href.startsWith('#')) return ids.has(href.slice(1)) ? [] : [href];
    if (/^data\/(?:artifacts|sessions)\/[\w./-]+$/.test(href)) return [];
    const isSaid = attributes.includes('class="outside"') && attributes.includes('rel="noreferrer noopener"');
    return isSaid && /^(?:https?:\/\/|mailto:)/.test(href) ? [] : [href];
  });
}
