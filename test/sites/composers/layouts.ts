/** What a page is made of, where pages differ. */
export interface Layout {
  /** The script that brings the editor to life. */
  readonly editor: string;
  /** Attributes of the form. */
  readonly form?: string;
  /** What stands around the editor. */
  readonly around?: readonly [before: string, after: string];
  /** Attributes of the editor itself. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The fields for files. */
  readonly files?: string;
}

const hidden = (attributes: string): string => `<input type="file" hidden multiple ${attributes}>`;

/** ChatGPT's composers, and Claude's, by what stands at the end of an address. What they have in common is the form. */
const SITES: Readonly<Record<string, Layout>> = {
  'chatgpt.com new': {
    editor: 'prosemirror',
    form: 'data-chatgpt-composer',
    attributes: { 'data-composer-markdown': '' },
    files: hidden('accept="image/*,video/*"') + hidden('accept="image/*"') + hidden(''),
  },
  'chatgpt.com old': {
    editor: 'prosemirror',
    form: 'data-type="unified-composer"',
    around: ['<textarea name="prompt-textarea" style="display:none"></textarea>', ''],
    attributes: { id: 'prompt-textarea' },
    files: hidden('accept="image/*" data-testid="upload-photos-input"') + hidden(''),
  },
  'chatgpt.com mobile': {
    editor: 'textarea',
    attributes: { name: 'prompt', id: 'mobile-composer-prompt' },
    files: hidden(''),
  },
  'chatgpt.com moved': { editor: 'prosemirror', files: hidden('') },
  'claude.ai new': {
    editor: 'prosemirror',
    around: ['<div data-chat-input-container>', '</div>'],
    attributes: { 'data-testid': 'chat-input' },
    files: hidden('data-testid="file-upload"'),
  },
};

/** The page at an address: `https://composers.example/<editor>`, `https://chatgpt.com/?layout=old`. */
export function layoutAt({ hostname, pathname, searchParams }: URL): Layout {
  const files = searchParams.has('nofield') ? '' : hidden('');
  if (hostname === 'composers.example') return { editor: pathname.slice(1), files };
  return SITES[`${hostname} ${searchParams.get('layout') ?? 'new'}`] ?? { editor: 'none', files };
}
