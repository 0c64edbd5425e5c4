import { sessionName, siteName } from '../../handoff/titles';
import { momentOf } from '../../handoff/when';
import { dayInWords } from '../../lib/time';
import { messagesIn } from '../../projection/branches';
import type { SessionView } from '../../projection/view';
import type { PageSession } from './context';
import { html, joined, type Markup } from './html';
import { nameHtml } from './names-html';
import { sessionHtml } from './session-html';
import { POLICY, STYLE } from './style';

/** `index.html`: every session of the archive, readable offline. The same sessions and release give the same bytes. */
export function indexHtml(sessions: readonly PageSession[], { release }: { readonly release: string }): string {
  const single = sessions.length === 1 ? sessions[0] : undefined;
  const title = single ? sessionName(single.view) : `${sessions.length} sessions`;
  const page = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ markup: POLICY }}">
<meta name="viewport" content="width=device-width">
<meta name="referrer" content="no-referrer">
<title>${nameHtml(title, 'text')}</title>
<style>${{ markup: STYLE }}</style>
</head>
<body>
<header>
<h1>${nameHtml(title)}</h1>
<p class="quiet">${single ? 'One AI chat session' : 'AI chat sessions'}, packed to leave by Valise ${release}. This page runs nothing and asks the network for nothing; pictures, sounds and links to files are those in the folder it lies in. Times are UTC.</p>
<p class="quiet">Numbers such as V-0010 name what happened, one each: it is line 10, counted from 0, of the session’s <code>session.jsonl</code>, and the same number in every other file.</p>
${single ? '' : sessionTable(sessions)}
</header>
<main>
${joined(sessions.map((session) => sessionHtml(session, single ? '' : `${session.slug}.`)))}
</main>
<footer>${PROOF}</footer>
</body>
</html>
`;
  return page.markup;
}

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
<p>What was only heard on a page (and not confirmed by asking the site) could have been forged by a script of that page; each event says how it was captured in <code>session.jsonl</code>.</p>`;
