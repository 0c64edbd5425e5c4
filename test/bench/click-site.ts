import { FILES } from '../sites/chatgpt/reads';
import type { ChatgptSite } from '../sites/chatgpt/server';
import type { Message } from '../sites/chatgpt/tree';
import { conversation, growTree, MORNING, message, text } from '../sites/chatgpt/tree';
import { picture } from './files-inputs';
import { richChat } from './rich';

/** What one click is to bring: chats by their ids, and the files that they name. */
export interface Load {
  readonly chats: readonly string[];
  readonly files: readonly string[];
  /** Of all of it, as the site sends it. */
  readonly bytes: number;
}

const KINDS = ['long', 'many', 'pictures'] as const;
export type Kind = (typeof KINDS)[number];

const MANY = 100;
const PICTURES = 50;
const EACH = 500_000;

const idOf = (kind: Kind, round: number, n: number): string =>
  `00000000-0000-4000-a00${KINDS.indexOf(kind)}-${String(round * 1000 + n).padStart(12, '0')}`;

/** Puts on the site what a round needs: other chats and other files in each, since what is known already costs less. */
export function loadFor(site: ChatgptSite, kind: Kind, round: number): Load {
  const count = kind === 'many' ? MANY : 1;
  const chats = Array.from({ length: count }, (_, n) => idOf(kind, round, n));
  const files = kind === 'pictures' ? Array.from({ length: PICTURES }, (_, n) => fileId(round, n)) : [];
  let bytes = files.length * EACH;
  for (const [n, id] of chats.entries()) {
    const seed = round * 1000 + n + 1;
    const made = kind === 'pictures' ? withPictures(id, files) : richChat(id, kind === 'long' ? 2_000 : 50, seed);
    bytes += JSON.stringify(made).length; // no fewer of UTF-8
    site.put({ conversation: made as ReturnType<typeof conversation>, account: null, escaped: false });
  }
  for (const [n, id] of files.entries())
    FILES[id] = { name: `${n}.jpg`, type: 'image/jpeg', bytes: Buffer.from(picture(EACH, round * 1000 + n + 1)) };
  return { chats, files, bytes };
}

const fileId = (round: number, n: number): string =>
  `file_000000006a3071f5a1b2${String(round * 1000 + n).padStart(12, '0')}`;

/** One picture in each question, and a word on it. */
function withPictures(id: string, files: readonly string[]): object {
  const tree = growTree();
  const messages = files.flatMap((file, n): Message[] => [
    message(`${id}-${n}-q`, 'user', shown(file), { create_time: MORNING + n * 10 }),
    message(`${id}-${n}-a`, 'assistant', text('A boat at low water.'), {
      create_time: MORNING + n * 10 + 5,
      channel: 'final',
    }),
  ]);
  const leaf = tree.chain(tree.add(`${id}-root`, null, null), ...messages);
  return conversation(id, 'Pictures', tree, leaf);
}

const shown = (file: string): Message['content'] => ({
  content_type: 'multimodal_text',
  parts: [
    { content_type: 'image_asset_pointer', asset_pointer: `sediment://${file}`, size_bytes: EACH, width: 1, height: 1 },
    'What is this?',
  ],
});
