import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import { findInTable } from '../../../src/providers/chatgpt/table';
import { maskText } from '../../../src/raw/mask';
import { file, pack, show, verify } from '../../cli/run';
import { shownOf, viewAfter } from './merged';
import { asShare, asTree } from './renderings';
import { TEN } from './ten';

/** A value as the site's table has it; the numbers of what it is made of. */
function tableOf(value: unknown): unknown[] {
  const table: unknown[] = [];
  const put = (each: unknown): number => {
    if (each === null || each === undefined) return -5;
    const at = table.push(null) - 1;
    if (Array.isArray(each)) table[at] = each.map(put);
    else if (typeof each === 'object')
      table[at] = Object.fromEntries(Object.entries(each).map(([key, inside]) => [`_${put(key)}`, put(inside)]));
    else table[at] = each;
    return at;
  };
  put(value);
  return table;
}

const SESSION = { accessToken: 'PLANTED.token', user: { id: 'user-PLANTED', email: 'planted@person.example' } };

function pageOf(
  snapshot: unknown,
  table = tableOf({ session: SESSION, loaderData: { 'routes/share': { data: snapshot } } }),
): string {
  const chunk = JSON.stringify(`${JSON.stringify(table)}\n`).replaceAll('<', '\\u003c');
  return `<!doctype html><html><head><title>Shared</title><script>window.PLANTED = 1</script></head>
<body><p>What the page shows: PLANTED</p><script nonce="x">window.__reactRouterContext.streamController.enqueue(${chunk});</script>
<script>window.__reactRouterContext.streamController.close();</script></body></html>`;
}

const talks = TEN.filter(({ name }) => /citations|script|anew|canvas/.test(name));

describe('a saved page of a public snapshot', () => {
  test.each(talks)('gives what the snapshot itself gives ($name)', async (talk) => {
    const { body } = asShare(talk);
    const text = pageOf(body);
    expect(chatgptReader.recognisesText(text)).toEqual({ route: 'share-page', form: 'page' });
    const saved = { route: 'share-page', body: text, form: 'page', capture: 'file' } as const;
    expect(shownOf(await viewAfter([saved]))).toEqual(shownOf(await viewAfter([asShare(talk)])));
    const both = shownOf(await viewAfter([asTree(talk), saved]));
    expect(shownOf(await viewAfter([saved, asTree(talk)]))).toEqual(both);
  });

  test('holds nothing of whoever saved it, and masking again changes nothing', () => {
    const [talk] = talks;
    const text = pageOf(talk ? asShare(talk).body : null);
    const head = {
      site: 'chatgpt',
      origin: null,
      route: 'share-page',
      method: null,
      address: null,
      status: null,
      type: null,
    } as const;
    const rules = chatgptReader.masks({ ...head, at: '', capture: 'file', form: 'page' });
    const once = maskText(text, rules);
    expect(once.text).not.toMatch(/planted/i);
    expect(once.text).toContain('linear_conversation');
    expect(maskText(once.text, rules)).toEqual({ text: once.text, masks: [] });
  });

  test('is packed from a file, and read again', async () => {
    const [talk] = talks;
    const { code, zip } = await pack([file('shared.html', pageOf(talk ? asShare(talk).body : null))]);
    expect(code).toBe(0);
    expect((await verify(zip, true)).code).toBe(0);
    const log = (await show(zip, 'jsonl')).said;
    expect(log).toContain('"session":"c-1"');
    expect(log).toContain('"form":"share"');
    expect(log).not.toMatch(/planted/i);
  });

  test('of another kind, or with a table that is none, is not one', () => {
    for (const page of [
      '<!doctype html><p>linear_conversation',
      pageOf(null),
      pageOf(null, [{ _1: 2 }, 'linear_conversation']),
    ])
      expect(chatgptReader.recognisesText(page)?.route).not.toBe('share-page');
  });
});

describe('a table', () => {
  test('that holds itself, or stands for a value without end, ends', () => {
    expect(findInTable([{ _1: 0 }, 'linear_conversation'], ['linear_conversation'])?.value).toEqual({
      linear_conversation: null,
    });
    const bomb: unknown[] = [{ _1: 2 }, 'linear_conversation'];
    for (let n = 2; n < 60; n++) bomb.push([n + 1, n + 1]);
    expect(findInTable([...bomb, 'x'], ['linear_conversation'])).toBeNull();
  });

  test('in which many values are one long text is none', () => {
    const bomb = (times: number): unknown[] => [
      { _1: 2 },
      'linear_conversation',
      Array.from({ length: times }, () => 3),
      'words '.repeat(100_000),
    ];
    expect(findInTable(bomb(20_000), ['linear_conversation'])).toBeNull();
    expect(findInTable(bomb(3), ['linear_conversation'])).not.toBeNull();
  });

  test('gives back any JSON value that went in', () => {
    const json = fc.jsonValue({ maxDepth: 4 }).filter((value) => !JSON.stringify(value).includes('-0'));
    fc.assert(
      fc.property(json, (value) => {
        expect(findInTable(tableOf({ linear_conversation: value }), ['linear_conversation'])?.value).toEqual({
          linear_conversation: value,
        });
      }),
      { numRuns: 300 },
    );
  });
});

test('a page of many megabytes is read, its words with millions of quotes', { timeout: 60_000 }, () => {
  const words = 'He said "ten" \\ and 🌊. '.repeat(200_000);
  const list = [
    { id: 'q', message: { id: 'q', author: { role: 'user' }, content: { content_type: 'text', parts: [words] } } },
  ];
  const text = pageOf({ backing_conversation_id: 'c-1', linear_conversation: list });
  const head = {
    site: 'chatgpt',
    origin: null,
    route: 'share-page',
    method: null,
    address: null,
    status: null,
    type: null,
  } as const;
  const whole = { ...head, at: '', capture: 'file', form: 'page' } as const;
  const masked = maskText(text, chatgptReader.masks(whole)).text;
  expect(masked).not.toMatch(/planted/i);
  const reading = chatgptReader.read({ head: whole, value: undefined, text: masked, request: null });
  const body = reading.kind === 'session' ? reading.drafts.find(({ kind }) => kind === 'message')?.body : null;
  expect(JSON.stringify(body)).toContain(JSON.stringify(words));
});
