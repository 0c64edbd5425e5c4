import { utf8 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { contentOf, NO_CONTENT, type PageContent } from '../kit/page/content';
import { attribute, first, having, outermost, type PageElement, type PageParent } from '../kit/page/tree';
import type { Panels } from './page-answer';
import { look } from './page-look';

const isViewer = having('data-skill-file-viewer');

/** What open panels beside the conversation hold: the text of something that the model made, as a file of its title. */
export function panelsIn(page: PageParent): Panels {
  const panels = new Map<string, PageContent>();
  for (const viewer of outermost(page, isViewer)) {
    const title = titleAbove(viewer);
    const shown = title === null ? null : fileOf(viewer, title);
    if (title !== null && shown) panels.set(title, shown);
  }
  return panels;
}

/** The panel's heading, without the kind of file that follows it. */
function titleAbove(viewer: PageElement): string | null {
  for (let at = viewer.parentNode; at && 'tagName' in at; at = at.parentNode) {
    const heading = first(at, (element) => element.tagName === 'h2' && attribute(element, 'title') !== null);
    if (heading) return attribute(heading, 'title');
  }
  return null;
}

/** A file as the page shows it: Markdown made from what is drawn, or the code itself. */
function fileOf(viewer: PageElement, name: string): PageContent | null {
  const drawn = contentOf([viewer], look);
  const text = drawn.parts.find((part) => part.type === 'text');
  if (text?.type !== 'text') return null;
  const bytes = utf8(text.text);
  const sha256 = sha256Hex(bytes);
  const part = { type: 'file' as const, artifact: artifactName(sha256), mime: 'text/markdown', name };
  return { ...NO_CONTENT, parts: [part], lacking: drawn.lacking, attachments: [{ sha256, bytes }] };
}
