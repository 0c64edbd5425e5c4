import { expect, test } from 'vitest';
import { compareReread } from '../../src/intake/compare-reread';
import { record } from '../../src/intake/record';
import { readerName, take } from '../../src/intake/take';
import { utf8 } from '../../src/lib/bytes';
import { isObject, parseJson } from '../../src/lib/json';
import type { Draft, Reader } from '../../src/providers/contract';
import { AT, acmeReader, empty, exchange, finder, identity, keep, recorder } from './acme';

const draft = (id: string, text: string, raw: Draft['raw']): Draft =>
  ({
    id: `acme:${id}`,
    thread: 'root',
    parents: [],
    at: { occurred: null, updated: null },
    actor: { kind: 'user', name: null, model: null },
    kind: 'message',
    body: { role: 'user', status: null, hidden: false, parts: [{ type: 'text', text, format: 'plain' }] },
    native: { id, node: null, type: null, parent: null },
    sealed: [],
    raw,
  }) as Draft;

/** Reads the person's words from the request and the answer's from the stream, which ended early. */
const reader: Reader = {
  ...acmeReader(),
  read({ text, request }) {
    const asked = request === null ? null : parseJson(request);
    const prompt = isObject(asked) && typeof asked.prompt === 'string' ? asked.prompt : '';
    const drafts = [draft('m1', prompt, [{ request: '/prompt' }]), draft('m2', text, [[0, text.length]])];
    return { kind: 'session', native: 'c1', occurred: null, drafts, attachments: [], cut: true };
  },
};

test('what only the request says is an event that points into it, and is read again from it', async () => {
  const asked = { ...exchange('answer', { form: 'stream' }), request: utf8('{"prompt":"why","token":"s3cr3t"}') };
  const taken = await take(asked, reader, AT);
  const kept = empty();
  keep(kept, record(kept.log, taken, identity, recorder), taken.artifacts);
  const [, question, answer] = kept.events;
  const place = question?.source.raw[0];
  const bytes = kept.artifacts.get(place?.artifact.slice(7) ?? '');
  expect(new TextDecoder().decode(bytes)).toBe('{"prompt":"why","token":"[masked:token]"}');
  expect(place).toMatchObject({ pointer: '/prompt', frame: answer?.source.raw[0]?.frame });
  expect(answer?.source.raw[0]).toMatchObject({ bytes: [0, 6] });
  expect([question?.source.form, answer?.source.form]).toEqual(['cut', 'cut']);

  const known = (name: string): Reader | null => (name === readerName(reader) ? reader : null);
  const verdict = await compareReread(kept.events, finder(kept), known);
  expect(verdict).toEqual({ same: 2, differing: [], ours: 1, otherReader: 0, withoutRaw: 0 });
});
