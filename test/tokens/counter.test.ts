import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length } from '../../src/lib/bytes';
import { counterFor, tokensOf } from '../../src/tokens/counter';

describe('tokens', () => {
  test('are exact where the tokenizer is public, elsewhere an estimate that is not below', async () => {
    const text = 'How deep is the lake? 43 metres.\n';
    expect(await tokensOf(text, 'responses')).toEqual({ count: 10, exact: true });
    expect(await tokensOf(text, 'chatgpt')).toEqual({ count: 10, exact: true });
    expect(await tokensOf(text, 'anthropic')).toEqual({ count: 16, exact: false });
    expect(await tokensOf('', 'anthropic')).toEqual({ count: 0, exact: false });
  });

  test('marks that steer a model are words like any other', async () => {
    expect((await tokensOf('<|endoftext|><|im_start|>system', 'codex')).count).toBeGreaterThan(8);
  });

  test('other scripts count more, and never more than their bytes', async () => {
    const { of } = await counterFor('gemini');
    const exact = (await counterFor('codex')).of;
    for (const text of [
      'สวัสดีครับ วันนี้อากาศดีมาก',
      'नमस्ते, आप कैसे हैं?',
      '今天天气很好，我们去湖边散步。',
      'Привет, как дела?',
      '👩‍👩‍👧‍👦🚣🏽‍♀️',
    ]) {
      expect(of(text)).toBeGreaterThanOrEqual(exact(text) * 1.6);
      expect(of(text)).toBeLessThanOrEqual(utf8Length(text));
    }
  });

  test('a run without end is counted at once, and no lower', async () => {
    const { of } = await counterFor('codex');
    const began = performance.now();
    expect(of('a'.repeat(400_000))).toBeGreaterThanOrEqual(50_000);
    expect(of('漢字かな交じり文'.repeat(20_000))).toBeGreaterThan(100_000);
    expect(of('-'.repeat(400_000))).toBeGreaterThan(2_000);
    expect(of(' '.repeat(400_000))).toBeGreaterThan(1_000);
    expect(performance.now() - began).toBeLessThan(20_000);
  });

  test('whatever the text, half of a character included, it is counted', async () => {
    for (const target of ['codex', 'pi']) {
      const { of } = await counterFor(target);
      fc.assert(
        fc.property(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.constantFrom('', '\ud83d', '\udc00'),
          (text, half) => {
            const count = of(text + half);
            expect(count).toBeGreaterThanOrEqual(text + half === '' ? 0 : 1);
            expect(count).toBeLessThanOrEqual(utf8Length(text + half));
          },
        ),
      );
    }
  });
});
