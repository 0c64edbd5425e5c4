import { expect, test } from 'vitest';
import { sameNumber, toolInput } from '../../../src/providers/kit/tool-input';

test.each(['{"q":"tide","n":[1,2.5,-3e2,1.0,0,-0]}', ' [true,null,"\\u00e9 \\" 12345678901234567890"]'])(
  'JSON that survives is kept as JSON alone: %s',
  (text) => expect(toolInput(text)).toEqual({ input: JSON.parse(text) }),
);

test.each([
  '{"n":12345678901234567890}',
  '{"n":0.1000000000000000055}',
  '{"n":1e999}',
  '{"a":1,"a":2}',
  '{"t":"\\ud800"}',
])('JSON that would come back changed is kept as text too: %s', (text) =>
  expect(toolInput(text)).toEqual({ input: JSON.parse(text), inputText: text }),
);

test.each(['print(1)', '{"cut": ', 'search("tide")', '', '42', '"a text"'])(
  'what is no JSON object or list stays text: %s',
  (text) => expect(toolInput(text)).toEqual({ inputText: text }),
);

test('what nests too deep stays text', () => {
  const text = `${'['.repeat(600)}${']'.repeat(600)}`;
  expect(toolInput(text)).toEqual({ inputText: text });
});

test('the same number in another spelling is the same', () => {
  const pairs = ['1.0', '10e-1', '100', '1E2', '0.1', '1e21', '123456789012345680000', '5e-324'];
  expect(pairs.filter((token) => !sameNumber(token))).toEqual([]);
  expect(['9007199254740993', '1e400', '0.30000000000000001'].filter(sameNumber)).toEqual([]);
});
