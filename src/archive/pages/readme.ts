import { escapeName } from '../../handoff/markdown';
import { sessionName, siteName } from '../../handoff/titles';
import { TESTS } from '../../model/session';
import { messagesIn } from '../../projection/branches';
import { gapsOf } from '../../projection/lacks';
import { isOfBytes } from '../../report/gaps';
import { QUESTIONS } from '../../report/words';
import type { Archive } from './archive-facts';
import type { PageSession } from './context';
import { continueSection } from './readme-continue';
import { type Extras, NO_EXTRAS } from './schemas';

/** `README.md` of an archive: what it is, how to read, verify and continue it, and what its hashes prove. */
export function readmeMd({
  archive: { name, release, contentIdentity, archiveIdentity },
  sessions,
  extras = NO_EXTRAS,
}: {
  readonly archive: Archive;
  readonly sessions: readonly PageSession[];
  readonly extras?: Extras;
}): string {
  const list = sessions.map(
    ({ slug, view, identity }) =>
      `| \`${slug}\` | ${escapeName(sessionName(view))} | ${escapeName(siteName(identity.site))} | ${messagesIn(view).length} | ${view.log.length} | ${gapsOf(view).length} |`,
  );
  return `${TITLE}

Written by Valise ${release}. It holds ${sessions.length === 1 ? 'one session' : `${sessions.length} sessions`}:

| folder | title | site | messages | lines of the log | known to be missing |
| --- | --- | --- | --- | --- | --- |
${list.join('\n')}

${missingWords(sessions)}

${TEST_TABLE}

${bodyWith(extras).replaceAll('NAME', name).replace('ARCHIVE-IDENTITY', archiveIdentity).replace('CONTENT-IDENTITY', contentIdentity)}
${continueSection(sessions)}`;
}

/** What the archive holds of the session, and what not. */
function missingWords(sessions: readonly PageSession[]): string {
  const gaps = sessions.flatMap(({ view }) => gapsOf(view));
  const files = gaps.filter(isOfBytes).length;
  if (gaps.length === 0) return `${HOLDS} Nothing is known to be missing.`;
  return `${HOLDS}

**Known to be missing: ${gaps.length}** (files, or other bytes that are not in here: ${files}). Each is named with its reason, in
\`transcript.md\` and \`index.html\` under “Known to be missing”, and in \`session.json\` under \`gaps\`.`;
}

const TITLE = '# An AI chat session, packed to leave';

const HOLDS = `In here is all that was recorded: what was said, all branches, tool calls and their results, sources with the passages
they gave, the files that were fetched, and the bytes the site sent. None of it needs the network or the old account.`;

/** What the five tests ask; how each session does is on its pages. */
const TEST_TABLE = `Five tests are computed from the archive alone. How each session does, and what it lacks, is in \`index.html\`,
\`transcript.md\` and \`session.json\`.

| test | asks |
| --- | --- |
${TESTS.map((name) => `| ${name} | ${QUESTIONS[name]} |`).join('\n')}`;

/** The rows of what is there only where the person chose so. */
const bodyWith = ({ notes, library }: Extras): string =>
  BODY.replace('NOTES-ROW\n', notes ? `${NOTES_ROW}\n` : '').replace(
    'LIBRARY-ROW\n',
    library ? `${LIBRARY_ROW}\n` : '',
  );

const NOTES_ROW = '| `…/notes.jsonl` | what the person noted of the session for themselves: star, tags, a text |';
const LIBRARY_ROW =
  '| `data/library.json` | this is a backup of a whole library, or a part of one: settings, and which sessions are copies |';

const BODY = `## Read it

Open \`index.html\` in any browser, or \`data/sessions/<folder>/transcript.md\` in any editor.

| file | what it is |
| --- | --- |
| \`data/sessions/<folder>/session.jsonl\` | the log, one event a line: the record; all other files are computed from it and the artifacts |
| \`…/session.json\` | title, site, branches, the five tests, gaps, copies on servers |
| \`…/raw.pack\`, \`…/raw.index.json\` | what the site sent, to the byte (secrets masked), which the log points into |
| \`…/transcript.md\` | the conversation with numbered sources |
| \`…/handoff.md\` | the text with which another model takes over |
| \`…/sources.json\`, \`…/sources.ris\` | the bibliography, for Zotero and others, where there are sources |
| \`…/continue/\` | the session as input for other assistants, each with a list of what was lost |
NOTES-ROW
LIBRARY-ROW
| \`data/artifacts/sha256/\` | files, images and pages, each under its SHA-256 |
| \`data/schema/\` | JSON Schema of an event and of \`session.json\` |

## Verify it

The folder is a BagIt bag (RFC 8493). Each command lists every file as OK; a changed file is named.

Linux:

    cd NAME
    sha256sum -c manifest-sha256.txt
    sha256sum -c tagmanifest-sha256.txt

macOS:

    cd NAME
    shasum -a 256 -c manifest-sha256.txt
    shasum -a 256 -c tagmanifest-sha256.txt

Windows (PowerShell):

    cd NAME
    foreach ($list in 'manifest-sha256.txt', 'tagmanifest-sha256.txt') {
      foreach ($line in Get-Content $list) {
        $hash, $path = $line -split '  ', 2
        $found = (Get-FileHash -Algorithm SHA256 -LiteralPath $path).Hash
        if ($found -eq $hash) { "\${path}: OK" } else { "\${path}: FAILED" }
      }
    }

Each line of \`session.jsonl\` also holds the SHA-256 of the line before it, so a careless edit shows.

**What the hashes prove, and what not.** They show that nothing was damaged or changed since the archive was packed,
as long as the manifests themselves are the ones you were given. Whoever changes a file can write new manifests: keep
the archive identity somewhere else if that matters. They do not show that the provider really sent
this, when it was, or who packed it.

| identity | is the SHA-256 of |
| --- | --- |
| archive: \`ARCHIVE-IDENTITY\` | \`manifest-sha256.txt\`: every file under \`data\` |
| content: \`CONTENT-IDENTITY\` | the sorted hashes of the logs and of what they name, whatever the release and the options |
`;
