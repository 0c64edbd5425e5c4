import base from './base.css?raw';
import code from './code.css?raw';
import event from './event.css?raw';
import icons from './icons.css?raw';
import prose from './prose.css?raw';
import tokens from './tokens.css?raw';

/**
 * The look of a session as text, for a page that carries its style in itself. The files are taken as they are, whatever
 * bundler runs, so that the text is the same in each of them; what only speaks to whoever edits them is left out.
 */
export const READING: string = lean([tokens, base, icons, event, prose, code].join('\n'));

/** A style sheet without comments and indentation. */
export function lean(sheet: string): string {
  return sheet.replace(/\/\*.*?\*\//gs, '').replace(/\s*\n\s*/g, '\n');
}
