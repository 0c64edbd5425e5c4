import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { onTestFinished } from 'vitest';
import { openArchive } from '../../src/archive/open';
import { verifyArchive } from '../../src/archive/verify';
import { memorySource } from '../../src/archive/zip/ports';
import { servedOf } from '../../src/cli/serve/served';
import { serverOf } from '../../src/cli/serve/server';
import type { Group } from '../../src/secrets/kinds';

/** What a tool answered. */
export interface Answered {
  /** All that it said. */
  readonly text: string;
  readonly failed: boolean;
  readonly pieces: readonly { readonly type: string; readonly [member: string]: unknown }[];
}

export type Ask = (tool: string, given?: Readonly<Record<string, unknown>>) => Promise<Answered>;

/** Asks a tool through a client, and gives what it said. */
export async function ask(
  client: Client,
  name: string,
  given: Readonly<Record<string, unknown>> = {},
): Promise<Answered> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const pieces = content as Answered['pieces'];
  const text = pieces.flatMap((piece) => (typeof piece.text === 'string' ? [piece.text] : [])).join('\n');
  return { text, failed: isError === true, pieces };
}

/** A client of the official library, connected to a server over an archive, which must be sound. */
export async function served(
  zip: Uint8Array<ArrayBuffer>,
  leaveOut: readonly Group[] = [],
): Promise<{ client: Client; ask: Ask }> {
  const archive = await openArchive(memorySource(zip));
  if (archive.kind === 'refused') throw new Error(archive.flaw.sentence);
  const verdict = await verifyArchive(archive);
  if (verdict.kind !== 'sound') throw new Error(JSON.stringify(verdict));
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  const server = serverOf(servedOf(archive, leaveOut));
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(ours), client.connect(theirs)]);
  onTestFinished(() => client.close());
  return { client, ask: (tool, given) => ask(client, tool, given) };
}

/** Follows what an answer says of how to go on, to the end; gives all texts. */
export async function allOf(ask: Ask, tool: string, given: Readonly<Record<string, unknown>>): Promise<string[]> {
  const texts: string[] = [];
  for (let next: Readonly<Record<string, unknown>> | null = given; next; ) {
    const { text, failed } = await ask(tool, next);
    if (failed) throw new Error(text);
    texts.push(text);
    next = nextIn(tool, text, given);
    if (texts.length > 500) throw new Error('it never ends');
  }
  return texts;
}

/** `More (3 events): read_events with branch active, from V-0050, skip 200.` */
function nextIn(tool: string, text: string, given: Readonly<Record<string, unknown>>): Record<string, unknown> | null {
  const said = new RegExp(`More[^:]*: ${tool} with ([^.]+)\\.`).exec(text)?.[1];
  if (said === undefined) return null;
  const words = said.split(', ').map((each) => each.split(' '));
  const next = words.map(([name = '', value = '']) => [name, /^\d+$/.test(value) ? Number(value) : value]);
  return {
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name !== 'skip')),
    ...Object.fromEntries(next),
  };
}
