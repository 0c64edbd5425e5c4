/**
 * Texts that run, load, lead or hide something where they are not shown as words. `{}` stands for an address on which a
 * test listens; what runs sets `window.ran`.
 */
export const PAYLOADS: readonly string[] = [
  ...[
    '<script>window.ran=1</script>',
    '\n<script>\nwindow.ran=1\n',
    '</p></td></script><script src="{}/a.js"></script>',
  ],
  ...[
    '<img src=x onerror="window.ran=1">',
    '\n<img src="{}/b.png">\n',
    '<iframe srcdoc="<script>parent.ran=1</script>">',
  ],
  ...['"><b onmouseover="window.ran=1" autofocus onfocus="window.ran=1" tabindex=0>', "' onload='window.ran=1"],
  ...['<svg onload="window.ran=1"><image href="{}/c.png"/></svg>', '<svg><script>window.ran=1</script></svg>'],
  ...[
    '<math><mtext><img src=x onerror="window.ran=1"></mtext></math>',
    '<style>@import "{}/d.css";*{display:none}</style>',
  ],
  ...[
    '[x](javascript:window.ran=1)',
    '[x](<javascript:window.ran=1>)',
    '<javascript:window.ran=1>',
    '[x](data:text/html,y)',
  ],
  ...['[x][evil]\n\n[evil]: javascript:window.ran=1', '[evil]: {}/e', '[^1]\n\n[^1]: javascript:window.ran=1'],
  ...[
    '![x]({}/f.png)',
    '![x][pic]\n\n[pic]: {}/g.png',
    '[![x]({}/h.png)](javascript:window.ran=1)',
    '![x](data:image/svg+xml,<svg/>)',
  ],
  ...[
    '```',
    '~~~~',
    '````html\n<script>window.ran=1</script>\n```',
    '- ```\n  x',
    '<!--',
    '<![CDATA[',
    '<?x',
    '<details><summary>',
  ],
  ...[
    '# V-0001',
    '## Sources\n### Source-1',
    'Sources\n===',
    '---\ntitle: x\n---',
    '> > > > x',
    '| a |\n| - |\n| <br> |',
  ],
  ...[
    '$x<img src={}/i.png>y$',
    '\\(<script>window.ran=1</script>\\)',
    '\\[\n<img src={}/j.png>\n\\]',
    '$$\n# x\n$$',
    '$[a$ $](javascript:window.ran=1)$',
  ],
  ...[
    '$a<b x="$ $" onclick="window.ran=1">$',
    '\\href{javascript:window.ran=1}{x}',
    '$\\includegraphics{{}/k.png}$',
    '`a`{=html}',
  ],
  ...[
    '\u202eevil\u202c \u2066x\u2069',
    '\u202d\u2067 [safe.example](https://evil.example/)',
    'a\u200bb\u00adc',
    '\u001b[31m\u0000',
    '\u{e0041}',
  ],
  ...[
    '```mermaid\ngraph LR; a["<img src={}/l.png>"]\n```',
    '```dataviewjs\nwindow.ran=1\n```',
    '%%x',
    '==x==',
    '[[V-0001]]',
    '![[x]]',
    '^x',
    ':::x',
  ],
];

/** The payloads, each after a word by which it is found again. */
export const payloads = (address: string): string[] =>
  PAYLOADS.map((payload, index) => `q${index}z ${payload.replaceAll('{}', address)}`);
