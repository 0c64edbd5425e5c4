import { expect, test } from 'vitest';
import { targets } from '../../../src/handoff/targets';
import { viewOf } from '../../../src/projection/view';
import { counterFor } from '../../../src/tokens/counter';
import { compose, text } from '../../model/compose';

test('a long output loses its middle rather than going, whatever its end says of an error', async () => {
  const log = compose();
  log.user('Look it up.');
  log.call('open', { url: 'https://a.example/' });
  const lines = Array.from({ length: 3_000 }, (_, at) => `line ${at} of the page`);
  log.result('open', [text([...lines, 'error: the page was cut'].join('\n'), 'plain')]);
  log.assistant('There it is.');
  const counter = await counterFor('pi');
  for (const { name, build, tokens } of targets) {
    const built = build(viewOf(log.events()), { artifactPath: () => null, choice: { budget: 8_000 }, counter });
    expect(built.text, name).toContain('line 0 of the page');
    expect(built.text, name).toContain('error: the page was cut');
    expect(built.text, name).toMatch(/V-0003: [\d,]+ of [\d,]+ characters are left out here/);
    expect(built.loss.some(({ what, why }) => what === 'result' && why.includes('shortened in the middle'))).toBe(true);
    expect(tokens(built, counter), name).toBeGreaterThan(4_000);
  }
});
