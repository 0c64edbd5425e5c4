/**
 * The rooms of the house and which way imports may go: downwards. A path is a room's folder or file under `src/`; `*`
 * stands for one folder, and `$1` for what it stood for. The first row that fits a file is its room.
 */
export interface Room {
  readonly room: string;
  /** Rooms it may import, besides itself. */
  readonly may: readonly string[];
  /** Rooms whose types it may name: nothing of them is loaded. */
  readonly types?: readonly string[];
  readonly packages?: readonly string[];
  /** Ends the sentence of a failure. */
  readonly because: string;
}

const BASE = ['lib', 'model'];
const PROJECTIONS = ['projection', 'report', 'handoff'];

export const rooms: readonly Room[] = [
  {
    room: 'lib',
    may: [],
    packages: ['@noble/hashes', 'canonicalize'],
    because: 'a helper that knows the domain is not a helper',
  },
  { room: 'look', may: [], because: 'it is only style: what it looks like in the extension and in an archive' },
  { room: 'release', may: [], because: 'it is one constant' },
  { room: 'model', may: ['lib'], packages: ['zod'], because: 'a session means the same everywhere' },
  { room: 'raw', may: BASE, packages: ['file-type', 'zod'], because: 'it knows bytes, not sites' },

  { room: 'providers/contract', may: [], types: BASE, because: 'a contract has no behaviour' },
  { room: 'providers/lists-contract', may: [], types: ['providers/contract'], because: 'it has no behaviour' },
  { room: 'providers/lists', may: ['providers/*/lists'], types: ['providers/lists-contract'], because: 'a list' },
  {
    room: 'providers/sites',
    may: ['providers/*/site'],
    types: ['providers/contract'],
    because: 'the page and the build load it: it is only a list',
  },
  {
    room: 'providers/readers',
    may: ['providers/*/read'],
    types: ['providers/contract'],
    because: 'it is only a list',
  },
  {
    room: 'providers/kit/page',
    may: ['providers/kit', ...BASE],
    types: ['providers/contract'],
    packages: [
      ...['parse5', 'hast', 'hast-util-to-mdast', 'mdast', 'mdast-util-to-markdown', 'mdast-util-math'],
      ...['mdast-util-gfm-strikethrough', 'mdast-util-gfm-table', 'mdast-util-gfm-task-list-item'],
    ],
    because: 'what a page shows becomes text here, whosever page it is',
  },
  {
    room: 'providers/kit',
    may: BASE,
    types: ['providers/contract'],
    packages: ['eventsource-parser'],
    because: 'what many sites share names none of them',
  },
  {
    room: 'providers/*/site-files',
    may: ['lib'],
    types: ['providers/contract'],
    because: 'the page carries it: it only says what is asked for',
  },
  {
    room: 'providers/*/site',
    may: ['providers/$1/site-files', 'lib'],
    types: ['providers/contract'],
    because: 'the build reads it and the page carries it',
  },
  {
    room: 'providers/*/lists',
    may: ['providers/$1/site', 'lib'],
    types: ['providers/lists-contract'],
    because: 'the page carries it: it only says what is asked for, and what of the answer is listed',
  },
  {
    room: 'providers/*/wire',
    may: ['providers/kit', 'lib'],
    packages: ['zod'],
    because: 'it is only the shape of what the site sends',
  },
  {
    room: 'providers/*',
    may: ['providers/kit', ...BASE],
    types: ['providers/contract'],
    packages: ['zod'],
    because: 'a site knows itself and the model, nothing else, no other site',
  },

  {
    room: 'intake',
    may: ['pages', 'providers/readers', 'providers/kit', 'raw', ...BASE],
    types: ['providers/contract'],
    because: 'it turns exchanges into lines, and knows no site by name',
  },
  {
    room: 'pages',
    may: ['providers/kit/page', 'lib'],
    packages: [
      ...[
        '@exodus/bytes',
        '@mozilla/readability',
        'fflate',
        'html-encoding-sniffer',
        'ipaddr.js',
        'linkedom',
        'parse5',
      ],
      'unpdf',
    ],
    because: 'it turns the bytes of a cited page into words, again at any time, and fetches nothing',
  },
  {
    room: 'projection',
    may: BASE,
    packages: ['approx-string-match'],
    because: 'everything it shows is computed from the log and the texts it is given',
  },
  {
    room: 'report',
    may: ['projection', 'providers/sites', ...BASE],
    because: 'the five tests are computed from the archive alone; of a site they know the name',
  },
  {
    room: 'tokens',
    may: ['lib'],
    packages: ['gpt-tokenizer'],
    because: 'it counts what a model would read, whatever the text is of',
  },
  {
    room: 'handoff',
    may: ['projection', 'providers/sites', 'report', ...BASE],
    types: ['tokens'],
    packages: ['zod'],
    because: 'words in, words out; of a site it knows the name',
  },
  {
    room: 'secrets',
    may: ['lib'],
    packages: ['@secretlint/secretlint-rule-preset-recommend', 'libphonenumber-js'],
    because: 'it looks for secrets in texts, whosever they are, and knows no session',
  },
  {
    room: 'prose',
    may: ['handoff/marks', 'lib'],
    types: ['handoff/cited'],
    packages: [
      ...['lowlight', 'temml', 'mdast-util-from-markdown', 'mdast-util-math', 'mdast-util-to-hast'],
      'mdast-util-to-markdown',
      ...['autolink-literal', 'footnote', 'strikethrough', 'table', 'task-list-item'].flatMap((name) => [
        `mdast-util-gfm-${name}`,
        `micromark-extension-gfm-${name}`,
      ]),
    ],
    because: 'it turns a text into elements or into Markdown that is safe, wherever they are shown',
  },
  {
    room: 'archive',
    may: [...PROJECTIONS, 'prose', 'look', 'raw', ...BASE],
    packages: ['fflate', 'jszip', 'zod'],
    because: 'it takes sessions and artifacts; it does not fetch or read them',
  },
  {
    room: 'search',
    may: [...PROJECTIONS, ...BASE],
    because: 'it looks for words in what events say, wherever they are kept',
  },
  { room: 'store', may: ['raw', ...BASE], packages: ['dexie', 'zod'], because: 'it does not know who looks at it' },
  {
    room: 'messages',
    may: BASE,
    types: ['providers/lists-contract'],
    packages: ['zod'],
    because: 'a contract has no behaviour',
  },
  {
    room: 'platform',
    may: ['lib'],
    types: ['providers/contract'],
    packages: ['webextension-polyfill', 'wxt'],
    because: 'it is the one door to the browser, and knows nothing behind it',
  },
  {
    room: 'network',
    may: ['pages/address', 'pages/record', 'platform', 'store', ...BASE],
    because: 'each of its doors is one purpose, a permission and a line in the journal',
  },
  {
    room: 'capture/tap',
    may: ['lib'],
    types: ['providers/contract'],
    because: 'it runs among strangers and carries nothing else',
  },
  {
    room: 'capture/relay',
    may: ['capture/tap/signal', 'providers/kit', 'platform', 'messages', 'lib'],
    types: ['providers/contract', 'providers/lists-contract'],
    because: 'it passes on what it hears, and neither reads nor keeps it',
  },
  {
    room: 'capture/sink',
    may: ['intake', 'projection', 'providers/kit', 'providers/readers', 'providers/sites', 'raw', 'store', ...BASE],
    types: ['providers/contract', 'messages', 'pages/record'],
    because: 'reading happens where a page cannot watch',
  },
  {
    room: 'capture/watch',
    may: ['capture/sink', 'providers/kit', 'providers/sites', 'messages', 'platform', 'store', ...BASE],
    types: ['providers/contract'],
    because: 'it decides who is watched and heard, and leaves the reading to the sink',
  },
  {
    room: 'compose/page',
    may: [],
    types: ['providers/contract'],
    because: 'it runs among strangers, fills their composer, and carries nothing else',
  },
  {
    room: 'compose',
    may: ['handoff/pointer', 'messages', 'providers/sites', 'providers/kit', ...BASE],
    types: ['compose/page', 'platform', 'providers/contract'],
    because: 'it hands over what it is given, and believes only what was read back',
  },
  {
    room: 'jobs',
    may: ['store', 'archive', ...PROJECTIONS, 'raw', 'platform', 'messages', ...BASE],
    because: 'they join rooms for work that takes a while',
  },
  {
    room: 'backfill',
    may: ['capture/watch', 'jobs/run-exports', 'messages', 'providers/kit', 'store', ...BASE],
    types: ['providers/contract', 'providers/lists-contract'],
    because: 'it says what is asked for next and when; others ask, read and keep',
  },
  {
    room: 'background',
    may: [
      'backfill',
      'capture/sink',
      'capture/watch',
      'compose',
      'intake/read-copy',
      'jobs',
      'messages',
      'network',
      'platform',
      'providers/lists',
      'providers/readers',
      'providers/sites',
      'store',
      ...BASE,
    ],
    because: 'it puts the background together and does nothing itself',
  },
  {
    room: 'ui',
    may: [
      ...[
        'jobs',
        'store',
        'archive',
        'prose',
        'look',
        'messages',
        'pages/address',
        'platform',
        'providers/sites',
        'release',
        'search',
        'secrets',
        'tokens',
      ],
      ...PROJECTIONS,
      ...BASE,
    ],
    types: ['providers/contract'],
    packages: ['preact'],
    because: 'it asks and shows; it never reaches into a site',
  },
  {
    room: 'cli',
    may: [
      ...['archive', 'intake', 'providers/readers', 'providers/sites', 'raw', 'release', 'search', 'secrets', 'tokens'],
      ...PROJECTIONS,
      ...BASE,
    ],
    types: ['providers/contract'],
    packages: ['@modelcontextprotocol/sdk', 'node', 'zod'],
    because: 'it has no browser and no network',
  },
];
