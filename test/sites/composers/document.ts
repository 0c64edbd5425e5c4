import { layoutAt } from './layouts';

/** The document at an address of the pages with editors. */
export function documentFor(address: URL): string {
  const { editor, form = '', files = '', attributes = {}, around = ['', ''] } = layoutAt(address);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>A chat</title>
<style>
body{font:16px system-ui;margin:1rem;display:grid;gap:1rem}
#editor>*{min-height:3rem;max-height:12rem;overflow:auto;white-space:pre-wrap;border:1px solid;padding:.5rem;box-sizing:border-box}
textarea{width:100%;height:4rem}
p{margin:0}
</style>
</head>
<body>
<form role="search"><input type="search" placeholder="Search chats"></form>
${address.searchParams.has('login') ? '<form><input type="email"><input type="password"></form>' : ''}
<main id="thread"><p>What is a spring tide?</p></main>
<form id="composer" ${form}>
${around[0]}<div id="editor" data-attributes='${JSON.stringify(attributes)}'></div>${around[1]}
<ul id="attached"></ul>
${files}
<div id="menu" hidden>Commands</div>
<button type="submit" id="send" aria-label="Send message">Send</button>
</form>
<textarea name="search-notes" placeholder="Search notes" rows="2"></textarea>
<div contenteditable="true" aria-label="Rename this chat" style="min-height:1.5rem">Tides</div>
<script>window.composer = { heard: [], files: [], text: () => '' };</script>
<script type="module" src="/${editor}.js"></script>
</body>
</html>`;
}
