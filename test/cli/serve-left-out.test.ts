import { beforeAll, describe, expect, test } from 'vitest';
import { utf8 } from '../../src/lib/bytes';
import { artifactName, sha256Hex } from '../../src/lib/hash';
import { compose, evidence, text } from '../model/compose';
import { type Answered, allOf, served } from './serve-client';
import { soundArchive } from './sound-archive';

const [MAIL, KEY, OF_FILE] = ['anna.keeper@harbour.example', `AKIA${'QX7Z'.repeat(4)}`, 'bert.mole@harbour.example'];
const FILE = utf8(`name,mail\nBert,${OF_FILE}\nAnna,${MAIL}\n`);

let zip: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const log = compose({ session: 'c-secret' });
  const asked = log.user([text(`Write to ${MAIL}, and use ${KEY}.`)]);
  const file = { artifact: artifactName(sha256Hex(FILE)), role: 'attachment', name: `${MAIL}.csv`, mime: 'text/csv' };
  log.add('artifact', file, { id: 'file', parents: [asked] }); // V-0002
  log.call('mail.send', { to: MAIL, auth: { key: KEY } }, { callId: 'a' });
  log.result('mail.send', [evidence('1', `https://harbour.example/?who=${MAIL}`, `Of ${MAIL}`, `Said ${KEY}`)], {
    callId: 'a',
  });
  log.assistant('It is sent.');
  log.updated(`To ${MAIL}`, null);
  zip = await soundArchive([{ native: 'c-secret', log, files: [FILE] }]);
});

/** Everything that can be asked. */
async function everything(leaveOut: readonly ('secrets' | 'personal')[]): Promise<string> {
  const { client, ask } = await served(zip, leaveOut);
  const { resources } = await client.listResources();
  const read = await Promise.all(resources.map(({ uri }) => client.readResource({ uri })));
  const answers: Answered[] = [
    ...(await Promise.all([ask('list_sessions'), ask('read_sources'), ask('read_artifact', { event: 'V-0002' })])),
    ...(await Promise.all(['write', 'sent', 'keeper', MAIL, KEY].map((query) => ask('search', { query })))),
  ];
  const texts = [
    ...(await allOf(ask, 'read_events', { from: 'V-0000', to: 'V-9999' })),
    ...(await allOf(ask, 'read_handoff', {})),
  ];
  return [...answers.map(({ text }) => text), ...texts, JSON.stringify(read)].join('\n');
}

describe('what is left out', () => {
  test('is served as it is where nobody asked for that', async () => {
    const all = await everything([]);
    for (const words of [MAIL, KEY, OF_FILE]) expect(all).toContain(words);
  });

  test('stands in nothing that is served, files and their names too, and is found by no search', async () => {
    const all = await everything(['secrets', 'personal']);
    for (const words of [MAIL, KEY, OF_FILE, 'anna.keeper']) expect(all).not.toContain(words);
    expect(all).toContain('[left out: e-mail address 1]');
    expect(all).toContain('[left out: access key 1]');
  });

  test('is only of the group that was named', async () => {
    const all = await everything(['secrets']);
    expect(all).not.toContain(KEY);
    expect(all).toContain(MAIL);
  });
});
