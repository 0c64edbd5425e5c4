import { version } from 'unpdf/pdfjs';
import { READABILITY } from './article';
import { OURS } from './readable';

/** Everything that finds words in pages, with its version: where it differs, pages that are kept may have other words. */
export const PAGE_TOOLS = [READABILITY, { name: 'pdf.js', version }, OURS]
  .map(({ name, version: number }) => `${name} ${number}`)
  .join(', ');
