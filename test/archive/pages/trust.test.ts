import { expect, test } from 'vitest';
import { indexHtml } from '../../../src/archive/pages/index-html';
import { transcriptOf } from '../../../src/archive/pages/transcript';
import type { Event } from '../../../src/model/event';
import { contentHash } from '../../../src/model/versions';
import { compose } from '../../model/compose';
import { ARCHIVE, pageOf } from './rich';

const NOTE = 'heard, not confirmed';

function heard(confirmed: 'asked' | 'heard' | null, hash = contentHash): Event[] {
  const log = compose();
  const id = log.user('Hello', { source: { capture: 'heard', form: 'stream' } });
  const event = log.events().at(-1);
  if (confirmed && event)
    log.add(
      'context.edit',
      { action: 'confirm', targets: [[id, hash(event), null]] },
      { parents: [], actor: { kind: 'recorder', name: null, model: null }, source: { capture: confirmed } },
    );
  return log.events();
}

test('what was heard is said to be unconfirmed, until a read that was asked for agrees', () => {
  for (const page of [transcriptOf, (each: ReturnType<typeof pageOf>) => indexHtml([each], ARCHIVE)]) {
    expect(page(pageOf(heard(null)))).toContain(NOTE);
    expect(page(pageOf(heard('asked')))).not.toContain(NOTE);
    expect(page(pageOf(heard('heard')))).toContain(NOTE);
    expect(page(pageOf(heard('asked', () => 'f'.repeat(64))))).toContain(NOTE);
  }
});
