import { identify, record } from '../../src/intake/record';
import { take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import { EMPTY } from '../../src/model/chain';
import { openLedger } from '../../src/model/ledger';
import { readerOf } from '../../src/providers/readers';
import { adopt, stageArtifacts } from '../../src/store/adopt';
import type { Database } from '../../src/store/database';
import type { Copy } from '../../src/store/rows';

const WHEN = '2026-10-03T10:15:00.000Z';

/** Where each site's conversations are read. */
const ADDRESSES = {
  chatgpt: 'https://chatgpt.com/backend-api/conversation/x',
  claude: 'https://claude.ai/api/organizations/x/chat_conversations/x?tree=True',
} as const;

type Of = keyof typeof ADDRESSES;

/** What reading one conversation of a site gives: the log, and the artifacts it needs. */
export async function logOf(conversation: object, site: Of = 'chatgpt') {
  const reader = readerOf(site);
  if (!reader) throw new Error(`there is no reader of ${site}`);
  const address = ADDRESSES[site];
  const head = {
    site,
    origin: new URL(address).origin,
    route: 'conversation',
    method: 'GET',
    address,
    status: 200,
    type: 'application/json',
    at: WHEN,
    capture: 'asked',
    form: 'read',
  } as const;
  const taken = await take({ head, body: utf8(JSON.stringify(conversation)), request: null }, reader, WHEN);
  const identity = identify(taken, head.origin);
  if (!identity) throw new Error('this conversation was not read');
  const recorder = { release: '0.0.0', browser: null, os: null, account: null, recorded: WHEN };
  const log = record({ tail: EMPTY, ledger: openLedger([]) }, taken, identity, recorder);
  const artifacts = new Map([...taken.artifacts].filter(([hash]) => log.needs.has(hash)));
  return { identity, artifacts, ...log };
}

/** Puts what was read into a database, as our own or as a copy. */
export async function keepIn(
  db: Database,
  session: string,
  conversation: object,
  copy: Copy | null = null,
  site: Of = 'chatgpt',
) {
  const { identity, artifacts, lines, tail } = await logOf(conversation, site);
  await stageArtifacts(db, session, artifacts);
  const kept = await adopt(db, { session, identity, copy, containers: [], after: EMPTY, lines, tail });
  if (kept !== 'kept') throw new Error(`the session was not kept: ${kept}`);
}
