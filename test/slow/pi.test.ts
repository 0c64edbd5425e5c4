import { beforeAll, describe, expect, test } from 'vitest';
import { pi, programOf } from '../proof/clients';
import { resume } from '../proof/resume';
import { cases } from '../proof/sessions';

const sessions = await cases();

describe('Pi goes on with', () => {
  let program: readonly string[] = [];
  beforeAll(async () => {
    program = await programOf(pi);
  }, 600_000);

  test.each(sessions.map((session) => [session.name, session] as const))('%s', async (_, session) => {
    const { seconds, ...verdict } = await resume(pi, program, session);
    expect(verdict).toEqual({
      ...{ code: 0, answered: true, missing: [], leaked: [], picture: session.hasPicture, said: '' },
    });
    expect(seconds).toBeLessThan(120);
  });

  test('and it shows when something is missing, or was sent that must not be', async () => {
    const [session] = sessions;
    if (!session) throw new Error('no session');
    const wrong = { ...session, expect: ['neversaid'], forbid: ['43 metres'] };
    expect(await resume(pi, program, wrong)).toMatchObject({ missing: ['neversaid'], leaked: ['43 metres'] });
  });
});
