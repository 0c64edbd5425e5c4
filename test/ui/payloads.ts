/** What somebody may write to make a page run, load, hide or turn something: each sets `hurt`, asks `evil.example`, or turns words. */
export const PAYLOADS: readonly string[] = [
  '<script>globalThis.hurt=1</script>',
  '<img src="https://evil.example/a.png" onerror="globalThis.hurt=1">',
  '"><svg onload="globalThis.hurt=1"><a xlink:href="javascript:globalThis.hurt=1"><text>x</text></a></svg>',
  "' autofocus onfocus='globalThis.hurt=1",
  '<iframe srcdoc="<script>parent.hurt=1</script>"></iframe>',
  '<math><mtext><style><img src=x onerror=globalThis.hurt=1></style></mtext></math>',
  '[press](javascript:globalThis.hurt=1) ![see](https://evil.example/b.png) <javascript:globalThis.hurt=1>',
  '![see][r]\n\n[r]: https://evil.example/c.png "title"',
  '$\\href{javascript:globalThis.hurt=1}{x}$ $$\\includegraphics{https://evil.example/d.png}$$',
  '\\(\\style{position:fixed;inset:0}{x}\\) \\(\\class{danger}{x}\\)',
  'data:text/html,<script>globalThis.hurt=1</script>',
  'invoice\u202efdp.exe \u2066hidden\u2069 \u200b\u{e0041}',
];

/** All of them as one. */
export const POISON = PAYLOADS.join(' ');

/** What turns or hides words; names of people and languages need none of it. */
export const HIDING = /[\u202a-\u202e\u2066-\u2069\u200b]|\u{e0041}/u;

/** A chat as ChatGPT sends it, without a title, in which every word is one of them. */
export function poisonedChat(): object {
  const messages = PAYLOADS.map((text, at) => ({
    id: `m${at}`,
    parent: at === 0 ? null : `m${at - 1}`,
    children: at + 1 < PAYLOADS.length ? [`m${at + 1}`] : [],
    message: {
      id: `m${at}`,
      author: { role: at % 2 === 0 ? 'user' : 'assistant', name: POISON },
      content: { content_type: 'text', parts: [`${text}\n\n${POISON}`] },
      metadata: {
        model_slug: POISON,
        attachments: [{ id: `file-${at}`, name: `${text}.png`, mime_type: 'image/svg+xml' }],
      },
    },
  }));
  const mapping = Object.fromEntries(messages.map((each) => [each.id, each]));
  return { conversation_id: 'c-poison', title: null, current_node: `m${PAYLOADS.length - 1}`, mapping };
}

/** A chat as ChatGPT sends it, in which one thing is said. */
export const said = (text: string): object => ({
  conversation_id: 'c-said',
  title: null,
  current_node: 'm',
  mapping: {
    m: {
      id: 'm',
      parent: null,
      children: [],
      message: { id: 'm', author: { role: 'assistant' }, content: { content_type: 'text', parts: [text] } },
    },
  },
});
