import { isPdf, readPdf } from '../pages/pdf';
import { readPage } from '../pages/readable';
import { PAGE_TOOLS } from '../pages/tools';
import type { ReadCopy } from './page-reading';

/** By what, with its versions. */
export const copyTools = PAGE_TOOLS;

/** Reads the words of a page or of a PDF. Of what is neither there are none. */
export const readCopy: ReadCopy = async (bytes, contentType, address) => {
  if (!isPdf(bytes)) return readPage(bytes, contentType, address);
  const read = await readPdf(bytes);
  return read.kind === 'read' ? { ...read, published: null } : null;
};
