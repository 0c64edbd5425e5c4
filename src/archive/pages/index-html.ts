import { sessionName, siteName } from '../../handoff/titles';
import { momentOf } from '../../handoff/when';
import { looseText } from '../../lib/bytes';
import { dayInWords } from '../../lib/time';
import { messagesIn } from '../../projection/branches';
import type { SessionView } from '../../projection/view';
import type { Archive } from './archive-facts';
import type { PageSession } from './context';
import { type Chunk, html, type Markup } from './html';
import { nameHtml } from './names-html';
import { pageHtml } from './page-html';
import { printStyle, sheetOf } from './print';
import { ALONE, type Section, sessionHtml } from './session-html';

/** Where each session of a page stands in it. */
export const sectionsOf = (slugs: readonly string[]): Section[] =>
  slugs.length === 1 ? [ALONE] : slugs.map((slug, index) => ({ prefix: `${slug}.`, sheet: sheetOf(index) }));

/** `index.html`: every session of the archive, readable offline. The same sessions and release give the same bytes. */
export function indexHtml(sessions: readonly PageSession[], archive: Archive): string {
  const sections = sectionsOf(sessions.map(({ slug }) => slug));
  const main = sessions.map((session, index) => sessionHtml(session, sections[index] ?? ALONE));
  const pieces = indexPieces(sessions, archive, main);
  return pieces.map((piece) => ('markup' in piece ? piece.markup : looseText(piece))).join('');
}

/** The same in pieces, from the sections of its sessions. */
export function indexPieces(
  sessions: readonly PageSession[],
  archive: Archive,
  sections: readonly (readonly Chunk[])[],
): Chunk[] {
  const [single] = sessions.length === 1 ? sessions : [];
  const title = single ? sessionName(single.view) : `${sessions.length} sessions`;
  const many = sessions.reduce((sum, { view }) => sum + view.current.size, 0);
  return pageHtml({
    title,
    archive,
    print: printStyle(sessions, archive),
    isLong: many > MANY,
    header: html`<p class="quiet">${single ? 'One AI chat session' : 'AI chat sessions'}, packed to leave. ${ABOUT}</p>
${archiveHtml(archive)}
${single ? '' : sessionTable(sessions)}`,
    main: sections.flat(),
    footer: PROOF,
  });
}

/** Events of a page from which on it draws only what comes near. */
const MANY = 400;

const ABOUT = html`This page runs nothing and asks the network for nothing; pictures, sounds and links to files are those in the folder it lies in. Times are UTC. Numbers such as V-0010 name what happened, one each: it is line 10, counted from 0, of the session’s <code>session.jsonl</code>, and the same number in every other file.`;

/** What this is a page of. */
const archiveHtml = ({ name, release, contentIdentity, archiveIdentity }: Archive): Markup => html`<dl class="about">
<dt>Archive</dt><dd>${name}, written by Valise ${release}</dd>
<dt>Archive identity</dt><dd><code>${archiveIdentity}</code></dd>
<dt>Content identity</dt><dd><code>${contentIdentity}</code></dd>
</dl>`;

/** The day a session is listed under. */
function dayOf(view: SessionView): string {
  const moment = momentOf(view);
  return moment === null ? 'not known' : dayInWords(moment);
}

function sessionTable(sessions: readonly PageSession[]): Markup {
  const rows = sessions.map(
    ({ slug, view, identity }) =>
      html`<tr><td><a href="#${slug}.top">${nameHtml(sessionName(view))}</a></td><td>${nameHtml(siteName(identity.site))}</td><td>${dayOf(view)}</td><td>${messagesIn(view).length}</td></tr>`,
  );
  return html`<div class="scroll"><table><thead><tr><th scope="col">Session</th><th scope="col">Site</th><th scope="col">Day</th><th scope="col">Messages</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

const PROOF = html`<h2 id="proof">What the hashes prove, and what not</h2>
<p>Every file is listed with its SHA-256 in the manifests; README.md says how to check them with tools your system has. They show that nothing was damaged or changed since the archive was packed, as long as the manifests are the ones you were given: whoever changes a file can write new manifests. They do not show that the provider really sent this, when it was, or who packed it.</p>
<p>The archive identity is the SHA-256 of <code>manifest-sha256.txt</code>, which lists every file under <code>data</code>: who has it from elsewhere can tell that these are the same files. The content identity is that of the logs and what they name, whatever the release that packed them. This page is computed from those files, and is in neither of the two: <code>valise verify --reread</code> computes it again and compares.</p>
<p>What was only heard on a page (and not confirmed by asking the site) could have been forged by a script of that page; each event says how it was captured in <code>session.jsonl</code>.</p>`;
