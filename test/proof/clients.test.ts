import { afterAll, describe, expect, test } from 'vitest';
import { clients, programOf } from './clients';
import { resume } from './resume';
import { cases } from './sessions';

const sessions = await cases();
const rows: Record<string, string>[] = [];

afterAll(() => console.table(rows));

describe.each(clients.map((client) => [`${client.package} ${client.version}`, client] as const))(
  '%s',
  (name, client) => {
    test.each(sessions.map((session) => [session.name, session] as const))('goes on with %s', async (what, session) => {
      const { seconds, said, ...verdict } = await resume(client, await programOf(client), session);
      const { code, answered, missing, leaked, picture } = verdict;
      const told = `${session.expect.length - missing.length} of ${session.expect.length}`;
      rows.push({
        ...{ client: name, session: what, answered: answered ? 'yes' : `no, exit ${code}`, 'texts sent': told },
        ...{ leaked: String(leaked.length), picture: picture ? 'sent' : '-', seconds: String(seconds) },
      });
      const right = { code: 0, answered: true, missing: [], leaked: [], picture: session.hasPicture };
      expect(verdict, said).toEqual(right);
    });
  },
);
