import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MOST } from '../../src/cli/serve/answer';
import { CIPHER, moves, PICTURE, SERVER_ID, wildLog } from '../handoff/to/wild';
import { allOf, served } from './serve-client';
import { soundArchive } from './sound-archive';

/** Everything between marks taken out: what is left is ours. */
const withoutQuotes = (text: string): string => text.replace(/<(quoted-[0-9a-f]{12})>\n[\s\S]*?\n<\/\1>/g, '');

const FACT =
  /\d{1,2} \w+ \d{4}, [\d:]+ UTC|(?:after|beside) V-\d+|not on the branch the person was on|(?:other versions|beside it): [V\d, -]+/
    .source;
/** Lines of an answer that are not quoted: headings with a name in backticks, facts, fences, a note of what cannot be seen. */
const OURS = new RegExp(`^(?:|### V-\\d+ \`.*\`|\`{3,}|\\[It holds .*\\]|(?:${FACT})(?: · (?:${FACT}))*|More .*)$`);

test('of a session that nobody tidied every answer is whole, small enough, without what must not go out', async () => {
  await fc.assert(
    fc.asyncProperty(moves, fc.string({ maxLength: 60 }), async (done, query) => {
      const log = { events: () => wildLog(done) };
      const { ask } = await served(await soundArchive([{ native: SERVER_ID, log, files: [PICTURE] }]));
      const answers = [
        ...(await allOf(ask, 'read_events', { from: 'V-0000', to: 'V-9999' })),
        ...(await allOf(ask, 'read_events', { branch: 'active' })),
        ...(await allOf(ask, 'read_handoff', {})),
        (await ask('list_sessions')).text,
        (await ask('read_sources')).text,
        (await ask('search', { query: 'elsewhere cited' })).text,
        (await ask('search', { query: query || 'x' })).text,
      ];
      for (const text of answers) {
        expect(text.length).toBeLessThanOrEqual(MOST);
        expect(text.isWellFormed()).toBe(true);
        expect(text).not.toContain(SERVER_ID);
        expect(text).not.toContain(CIPHER.slice(0, 30));
      }
      const first = await ask('read_events', { from: 'V-0001' });
      if (!first.failed) {
        const [mark = ''] = /quoted-[0-9a-f]{12}/.exec(first.text) ?? [];
        for (const line of withoutQuotes(first.text).split('\n').slice(2)) expect(line).toMatch(OURS);
        expect(first.text.match(new RegExp(`^<${mark}>$`, 'gm'))?.length ?? 0).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 25 },
  );
});
