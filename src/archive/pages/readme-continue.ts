import { targets } from '../../handoff/targets';
import { DEFAULT_OPTIONS } from '../options';
import type { PageSession } from './context';

const code = (text: string): string => `\`${text}\``;

/** A section of an archive's README: how a session is carried on, by way of what really lies in this archive. */
export function continueSection(sessions: readonly PageSession[]): string {
  const [first, ...more] = sessions;
  const isOne = more.length === 0;
  const folder = `data/sessions/${isOne ? (first?.slug ?? '') : '<folder>'}`;
  const written = targets.filter(({ name }) => (first?.targets ?? DEFAULT_OPTIONS.targets).includes(name));
  const each = isOne ? '' : '\nEach session goes on by itself: `<folder>` is that of the table above.';
  return `## Continue it

Nothing of this needs the old account.${each}

${[
  assistantWay(folder, sessions.some(hasFiles)),
  ...written.map(({ name, file }) => fileWay(folder, name, file)),
  clientWay(isOne ? '' : ' --session <folder>'),
  SERVE,
  LIBRARY,
].join('\n')}

${TOOL}
`;
}

const hasFiles = (page: PageSession): boolean =>
  page.files().some(({ hash }) => hash !== null && page.artifact(hash) !== null);

const assistantWay = (folder: string, files: boolean): string =>
  `- **With any assistant**: paste the text of ${code(`${folder}/handoff.md`)} into a new chat,
  or attach it as a file, and say what you want next. ${
    files
      ? 'Attach the files that are still needed, too: it\n  says where each lies in this folder.'
      : 'No file goes with it: none lies in here.'
  }`;

/** A file that was written into the archive when it was packed. */
const fileWay = (folder: string, name: string, file: string): string =>
  name === 'messages'
    ? `- **With an API or a local model**: send the list in ${code(`${folder}/continue/${file}`)}
  as ${code('messages')} of a Chat Completions request, your own message added at the end.
  ${code(`continue/${name}.loss.json`)} says what did not go in as it was.`
    : `- **With what takes ${code(name)}**: ${code(`${folder}/continue/${file}`)}.
  ${code(`continue/${name}.loss.json`)} says what did not go in as it was.`;

const clientWay = (session: string): string =>
  `- **In an agent client, another API or app**: ${code(`valise continue X.zip --to codex --out FILE${session}`)}
  writes what it goes on from, and says how. After ${code('--to')} stands one of
  ${targets.map(({ name }) => code(name)).join(', ')}.`;

const SERVE = `- **By an agent that looks things up**, where a session is larger than a model can read at once:
  \`valise serve X.zip\` is an MCP server on standard input and output. It verifies the archive, then only reads: it
  lists sessions, searches, and gives events, sources and files. In the settings of a client:
  \`{"mcpServers": {"session": {"command": "node", "args": ["/path/to/valise.mjs", "serve", "/path/to/X.zip"]}}}\``;

const LIBRARY = '- **In the library of Valise**: import the zip; it stays as it is.';

const TOOL = `\`valise\` is its command line, one file that Node runs (\`node valise.mjs\`), and \`X.zip\` is this archive as it came, not
unpacked. Numbers such as V-0042 name the same events everywhere.`;
