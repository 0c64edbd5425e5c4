// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { shownIn } from '../../src/capture/relay/shown';
import { chatgptReader } from '../../src/providers/chatgpt/read';
import { readPageOf } from '../providers/kit/page/samples';
import { seen } from '../providers/kit/page/shown-as';

const PAGE = `<nav>Other chats</nav><main><div id="thread"><article data-message-author-role="user" data-message-id="a1"><pre><code>a &lt; b
  c</code></pre><br></article></div><form><textarea>draft</textarea></form><script>secret</script></main>`;

test('the part of a page that holds the conversation is handed over as markup that reads the same', () => {
  document.title = 'Tides & gates | ChatGPT';
  document.body.append(document.createRange().createContextualFragment(PAGE));
  const before = document.body.childNodes.length;
  const markup = shownIn(document, ['#none', 'main', '#thread']) ?? '';
  expect(markup).toMatch(/^<!doctype html>/);
  for (const away of ['Other chats', 'draft', 'secret']) expect(markup).not.toContain(away);
  expect(document.body.childNodes.length).toBe(before);
  const reading = readPageOf(chatgptReader, markup);
  expect(seen(reading)).toMatchObject([{ role: 'user', code: ['a < b\n  c'] }]);
  expect(reading).toMatchObject({ drafts: [{ body: { title: 'Tides & gates' } }, {}] });
});

test('a page without such a part gives nothing', () => {
  expect(shownIn(document, ['#none'])).toBeNull();
  expect(shownIn(document, [])).toBeNull();
});
