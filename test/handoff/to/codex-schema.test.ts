import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { targets } from '../../../src/handoff/targets';
import { viewOf } from '../../../src/projection/view';
import { richLog } from '../../archive/pages/rich';
import { blockChat } from '../../model/blocks';
import { overSamples } from '../../samples';
import { withPicture } from './carried';
import { type Move, wildLog } from './wild';

const KINDS = [
  'user',
  'call',
  'result',
  'failed',
  'orphan',
  'picture',
  'result picture',
  'reasoning',
  'secret',
] as const;
const done: readonly Move[] = KINDS.map((what, pick) => ({ what, words: `words ${pick}`, more: 'more', pick }));

overSamples('the schema that Codex prints of its items', 'codex-rollout', (paths) => {
  const path = paths.find((each) => each.endsWith('response-item.schema.json'));

  test.runIf(path)('takes every item of a rollout, and not a broken one', () => {
    const ajv = new Ajv({ strict: false });
    for (const format of ['int64', 'uint64', 'double']) ajv.addFormat(format, true);
    const valid = ajv.compile(JSON.parse(readFileSync(path ?? '', 'utf8')));
    const codex = targets.find(({ name }) => name === 'codex');
    const items = [richLog(), blockChat(), wildLog(done)].flatMap((events) =>
      (codex?.build(viewOf(events), withPicture).text ?? '')
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => JSON.parse(line).payload),
    );
    expect(new Set(items.map(({ type }) => type))).toEqual(
      new Set(['message', 'function_call', 'function_call_output']),
    );
    for (const item of items) expect(valid(item), JSON.stringify([valid.errors, item])).toBe(true);
    for (const { type } of items) expect(valid({ type }), type).toBe(false);
  });
});
