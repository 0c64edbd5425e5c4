import { expect, test } from 'vitest';
import { contentOf } from '../../../../src/providers/kit/page/content';
import { pageMask } from '../../../../src/providers/kit/page/masks';
import { readPage } from '../../../../src/providers/kit/page/tree';
import { maskText } from '../../../../src/raw/mask';

const look = { base: 'https://x.example', left: () => false, put: () => null, file: () => null };

function textOf(html: string): string {
  const page = readPage(html);
  const [part] = page ? contentOf([page], look).parts : [];
  return part?.type === 'text' ? part.text : '';
}

test('a table that would grow beyond bounds is written as lines, with all its words', () => {
  const row = `<tr>${'<td>wide</td>'.repeat(2000)}</tr>`;
  const text = textOf(`<table>${row}${'<tr><td>a</td><td>b</td></tr>'.repeat(2000)}</table><p>after</p>`);
  expect(text.length).toBeLessThan(40_000);
  expect(text.match(/wide/g)).toHaveLength(2000);
  expect(text).toContain('a b');
  expect(text).toContain('after');
  expect(textOf('<table><tr><th>a</th></tr><tr><td>b</td></tr></table>')).toContain('| a |');
});

test('dialogs, menus and the button of the account say whose page it is, and are masked', () => {
  const html =
    '<html><body data-email="PLANTED"><p>kept</p><div role="dialog">PLANTED</div><div role="menu"><i>PLANTED</i></div>' +
    '<button data-testid="user-menu-button">PLANTED</button></body></html>';
  const { text } = maskText(html, [pageMask(() => false)]);
  expect(text).not.toContain('PLANTED');
  expect(text).toContain('<p>kept</p>');
});
