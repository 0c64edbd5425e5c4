import { base64 } from '../../lib/bytes';
import { sha256Hex } from '../../lib/hash';

/** The one style sheet of `index.html`. It asks for nothing: no font, no picture. */
export const STYLE = `
:root { color-scheme: light dark; --paper: #fbfaf7; --ink: #22201c; --soft: #6b665d; --line: #dcd7cc; --card: #fff; --person: #f1ede3; --link: #0a5a8a; --pass: #1f6f3e; --gaps: #8a5a00; --fail: #a3261c; --word: #8b2c5e; --string: #2c6a34; --number: #8a4b00; }
@media (prefers-color-scheme: dark) { :root { --paper: #191815; --ink: #e8e4da; --soft: #a49d8f; --line: #39362f; --card: #211f1b; --person: #2a2721; --link: #7cc0ea; --pass: #7fcf98; --gaps: #e2b25c; --fail: #f0958c; --word: #e59bc0; --string: #98d19b; --number: #e8b878; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 system-ui, sans-serif; overflow-wrap: anywhere; }
header, main, footer { max-width: 48rem; margin: 0 auto; padding: 0 1rem; }
header { padding-top: 2.5rem; }
footer { padding-bottom: 4rem; color: var(--soft); }
h1 { font-size: 1.7rem; line-height: 1.25; margin: 0 0 .5rem; }
h2, h3 { font-size: 1.1rem; line-height: 1.3; margin: 2.25rem 0 .75rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
section > h2:first-child { font-size: 1.35rem; margin-top: 3.5rem; border: 0; }
p { margin: .6rem 0; white-space: pre-wrap; }
a { color: var(--link); }
a.outside::after { content: " \\2197"; font-size: .8em; }
.host, .soft, .number, figcaption, time { color: var(--soft); font-size: .85rem; }
.number { font-variant-numeric: tabular-nums; text-decoration: none; white-space: nowrap; }
.reference { font-variant-numeric: tabular-nums; font-size: .9em; white-space: nowrap; }
.event { margin: 1rem 0; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card); }
.event.user { background: var(--person); }
.event.hidden, .event.system { border-style: dashed; background: none; }
.event.work { margin: .5rem 0; padding: .1rem 1rem; border-color: transparent; background: none; font-size: .95rem; }
.work b { font-weight: 500; color: var(--soft); }
.work details { margin: .2rem 0; }
.preview, summary .number, summary time { margin-inline-start: .5rem; }
.block { margin: .5rem 0; }
.placed { display: flex; flex-wrap: wrap; gap: 0 .75rem; align-items: baseline; }
.placed > p { margin: .25rem 0; }
.block.work { font-size: .95rem; }
.block.words > .who { margin-top: .9rem; }
.event:target, .block:target, .source:target { outline: 2px solid var(--link); outline-offset: 2px; }
.event > .who, .block > .who { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: baseline; margin: 0 0 .25rem; white-space: normal; }
.who b { font-weight: 600; }
.heading { font-weight: 700; font-size: 1.05rem; line-height: 1.35; margin-top: 1.1rem; break-after: avoid; }
.heading.level-1 { font-size: 1.25rem; } .heading.level-2 { font-size: 1.15rem; } .heading.level-5, .heading.level-6 { font-size: 1rem; color: var(--soft); }
li > p, blockquote > p { margin: .2rem 0; unicode-bidi: plaintext; text-align: -webkit-match-parent; text-align: match-parent; }
.task { list-style: none; }
sup { line-height: 0; }
.notes { margin-top: 1rem; padding-top: .5rem; border-top: 1px solid var(--line); font-size: .9rem; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.25rem 0; }
.to-left { text-align: left; } .to-right { text-align: right; } .to-center { text-align: center; }
math { font-size: 1.1em; }
.math { margin: .6rem 0; padding-block: .2rem; overflow-y: hidden; }
mtd.tml-left { text-align: left; padding-inline-start: 0; } mtd.tml-right { text-align: right; padding-inline-end: 0; } .boxed { border: 1px solid; padding: .25em; } .root { border-top: 1px solid; padding-top: .1em; }
menclose { position: relative; } .tml-cancel { position: absolute; inset: 0; } .upstrike { background: linear-gradient(to top left, transparent 46%, currentColor 48%, currentColor 52%, transparent 54%); } .downstrike { background: linear-gradient(to top right, transparent 46%, currentColor 48%, currentColor 52%, transparent 54%); }
.hljs-keyword, .hljs-selector-tag, .hljs-literal, .hljs-meta, .hljs-type, .hljs-built_in { color: var(--word); }
.hljs-string, .hljs-regexp, .hljs-char, .hljs-link, .hljs-code { color: var(--string); }
.hljs-number, .hljs-symbol, .hljs-bullet, .hljs-variable, .hljs-template-variable { color: var(--number); }
.hljs-title, .hljs-name, .hljs-section, .hljs-attr, .hljs-attribute, .hljs-property, .hljs-selector-class, .hljs-selector-id { color: var(--link); }
.hljs-comment, .hljs-quote, .hljs-doctag { color: var(--soft); font-style: italic; }
.hljs-addition { color: var(--pass); } .hljs-deletion { color: var(--fail); } .hljs-subst { color: var(--ink); } .hljs-strong { font-weight: 700; } .hljs-emphasis { font-style: italic; }
figure { margin: .75rem 0; }
figure.code, pre.table { border: 1px solid var(--line); border-radius: .4rem; background: var(--paper); }
figcaption { padding: .25rem .75rem; border-bottom: 1px solid var(--line); }
pre { margin: 0; padding: .6rem .75rem; overflow-x: auto; overflow-wrap: normal; }
.json pre { white-space: pre-wrap; overflow-wrap: anywhere; }
details[open] > summary .preview { display: none; }
pre, code { font: .875rem/1.5 ui-monospace, monospace; }
:not(pre) > code { background: var(--person); border-radius: .25rem; padding: .05em .3em; }
.event.user :not(pre) > code { background: var(--paper); }
img, video { max-width: 100%; height: auto; border-radius: .4rem; }
audio { width: 100%; }
details { margin: .5rem 0; }
summary { cursor: pointer; color: var(--soft); }
.beside { margin: .5rem 0 0; padding-left: .75rem; border-left: 2px solid var(--line); font-size: .95rem; }
dl { margin: .5rem 0; display: grid; grid-template-columns: minmax(6rem, auto) 1fr; gap: .15rem 1rem; }
dt { color: var(--soft); }
dd { margin: 0; min-width: 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
th, td { overflow-wrap: break-word; text-align: start; vertical-align: top; padding-block: .35rem; padding-inline: 0 .75rem; border-bottom: 1px solid var(--line); }
.cell { unicode-bidi: plaintext; }
td:first-child { overflow-wrap: anywhere; min-width: 6rem; }
th { color: var(--soft); font-weight: 500; overflow-wrap: normal; }
.pass { color: var(--pass); } .gaps { color: var(--gaps); } .fail { color: var(--fail); }
.verdict { font-weight: 600; white-space: nowrap; }
blockquote { margin: .5rem 0; padding-inline-start: .9rem; border-inline-start: 3px solid var(--line); }
ol, ul { padding-inline-start: 1.6rem; margin: .6rem 0; }
li > ol, li > ul { margin: .2rem 0; }
.copies { list-style: none; padding: 0; }
.copies > li { margin: .6rem 0; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
.copies dl { margin: .2rem 0; font-size: .95rem; }
nav ul { list-style: none; padding: 0; display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
.cite { font-size: .8em; vertical-align: super; line-height: 0; text-decoration: none; }
@media (max-width: 30rem) { th, td { padding-inline-end: .5rem; } header, main, footer { padding-left: .75rem; padding-right: .75rem; } dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .4rem; } .event { padding: .6rem .7rem; } }
@media print { .preview { display: none; } summary { list-style: none; } .source > a.outside::after { content: " [" attr(href) "]"; } :root { --paper: #fff; --card: #fff; --person: #fff; --ink: #000; --soft: #444; --line: #bbb; --link: #000; --pass: #000; --gaps: #000; --fail: #000; --word: #000; --string: #000; --number: #000; } .hljs-keyword, .hljs-title { font-weight: 600; } body { font-size: 10.5pt; } header, main, footer { max-width: none; padding: 0; } nav { display: none; } pre { white-space: pre-wrap; overflow-wrap: anywhere; } .event { break-inside: auto; } .who, h2, h3 { break-after: avoid; } details::details-content { content-visibility: visible; display: block; height: auto; } }
`;

const bytes = Uint8Array.from(sha256Hex(STYLE).match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The policy of the page: nothing runs, nothing is asked for but files of the archive. */
export const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${base64(bytes)}'`,
  "img-src 'self'",
  "media-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
