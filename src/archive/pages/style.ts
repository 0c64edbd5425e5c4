import { lean, READING } from '../../look/reading';
import files from './files.css?raw';
import page from './page.css?raw';
import print from './print.css?raw';

/** The one style sheet of an archive's pages. It asks for nothing: no font, no picture. */
export const STYLE = `\n${READING}${lean(page)}${lean(files)}${lean(print)}`;
