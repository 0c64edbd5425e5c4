/** What an editor's page is made of, where it differs. */
interface Layout {
  /** The script that brings the editor to life. */
  readonly editor: string;
  /** Attributes of the form, and of the field for files. */
  readonly form?: string;
  readonly files?: string;
  /** Attributes that the editor itself gets. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** What stands around the editor. */
  readonly around?: readonly [before: string, after: string];
}

const FILES = '<input type="file" id="files" multiple hidden>';

/** The document at an address. It runs only the scripts that it names, and no page may hold it. */
export function documentFor(_host: string, path: string): string {
  const layout: Layout = { editor: path.slice(1) };
  const { editor, form = '', files = FILES, attributes = {}, around = ['', ''] } = layout;
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
<textarea name="search-notes" placeholder="Search notes" rows="2"></textarea>
<main id="thread"><p>What is a spring tide?</p></main>
<form id="composer" ${form}>
${around[0]}<div id="editor" data-attributes='${JSON.stringify(attributes)}'></div>${around[1]}
<ul id="attached"></ul>
${files}
<div id="menu" hidden>Commands</div>
<button type="submit" id="send" aria-label="Send message">Send</button>
</form>
<script>window.composer = { heard: [], files: [], text: () => '' };</script>
<script type="module" src="/${editor}.js"></script>
</body>
</html>`;
}
