import { seenName } from '../../handoff/marks';
import { place } from '../../handoff/shown';
import { sentence } from '../../lib/text';
import { fileIcon } from '../../look/icons';
import type { ListedFile } from '../../report/files';
import { reasonWords, UNNAMED_FILE } from '../../report/gaps';
import type { PageSession } from './context';
import { html, type Markup, NOTHING } from './html';
import { iconHtml } from './icon-html';
import { isPicture } from './local-files';
import { nameHtml, partHeading, referenceLink } from './names-html';

/** Every file that the session names: what it is called, its type and size, and what became of it. */
export function filesHtml(page: PageSession, prefix: string): Markup {
  const files = page.files();
  if (files.length === 0) return NOTHING;
  const kept = files.filter(({ state }) => state === 'kept').length;
  return html`${partHeading(prefix, 'files', 'Files')}
<p class="quiet">${kept} kept, ${files.length - kept} missing.</p>
<ul class="files">${files.map((file) => fileRow(page, file, prefix))}</ul>`;
}

function fileRow(page: PageSession, file: ListedFile, prefix: string): Markup {
  const stored = file.hash === null ? null : page.artifact(file.hash);
  const mime = stored?.sniffed.mime ?? file.mime;
  const bytes = stored?.size ?? file.bytes;
  const name = nameHtml(seenName(file.name) ?? UNNAMED_FILE);
  const facts = [mime === null ? null : nameHtml(mime), bytes === null ? null : html`${bytes} bytes`].flatMap((fact) =>
    fact === null ? [] : html`, ${fact}`,
  );
  const picture =
    stored && isPicture(stored.sniffed.mime)
      ? html`<img src="${stored.path}" alt="" loading="lazy">`
      : iconHtml(fileIcon(mime ?? `${file.type}/`));
  const places = file.places.map((id) => html` ${referenceLink(prefix, place(page.shown, id))}`);
  return html`<li><span class="thumb">${picture}</span><span>${stored ? html`<a href="${stored.path}">${name}</a>` : name}<span class="quiet">${facts}</span>
<br>${stateWords(page, file)}${places}</span></li>
`;
}

/** What became of a file, as a sentence. */
function stateWords(page: PageSession, { state, came, hash, isPreview }: ListedFile): string {
  if (state === 'unsaid') return 'Not kept, and nothing says why.';
  if (state !== 'kept') return sentence(`Missing: ${reasonWords(state, came)}`);
  if (hash === null || !page.has(hash)) return 'Its bytes are not in the archive.';
  if (isPreview) return 'Kept: a smaller picture of it; the file itself is missing.';
  return page.artifact(hash) ? 'Kept.' : 'Kept in raw.pack.';
}
