import { chatgpt } from '../../src/providers/chatgpt/site';
import type { claude } from '../../src/providers/claude/site';
import { type FileHead, fetchFiles } from '../../src/providers/kit/file-calls';
import { answer, pageAt } from './calling';

interface Told {
  readonly kind: 'file' | 'elsewhere' | 'none';
  readonly number: number;
  readonly head: FileHead;
  readonly said: string | null;
}

interface Options {
  readonly site?: typeof chatgpt | typeof claude;
  readonly cookie?: string;
  readonly path?: string;
  readonly largest?: number;
  readonly quiet?: number;
  readonly whole?: number;
  readonly atOnce?: number;
}

export const files = (...pointers: readonly string[]) =>
  pointers.map((pointer, number) => ({ number, pointer, message: 'm-1', name: null }));

/** Fetches, and gives what the sink was told, in order, and how it ended. */
export const fetchingFrom =
  (origin: string) =>
  async (wanted: ReturnType<typeof files>, options: Options = {}) => {
    const { site = chatgpt, largest = 1 << 20, quiet = 2000, whole = 5000, atOnce = 3, ...more } = options;
    const page = pageAt(origin, more);
    const told: Told[] = [];
    const ended = await fetchFiles(
      { site, conversation: 'abc', wanted, largest, atOnce, patience: { quiet, whole } },
      page.calling,
      {
        async file(head, body) {
          const pieces: Uint8Array[] = [];
          for await (const piece of body) pieces.push(piece);
          told.push({ kind: 'file', number: head.number, head, said: Buffer.concat(pieces).toString() });
        },
        elsewhere: async (head) => void told.push({ kind: 'elsewhere', number: head.number, head, said: head.address }),
        none: async (head, because, came) =>
          void told.push({
            kind: 'none',
            number: head.number,
            head,
            said: came === null ? because : `${because}: ${came}`,
          }),
      },
    );
    return {
      told: told.map(({ kind, number, said }) => [number, kind, said]),
      heads: told.map(({ head }) => head),
      ended,
      page,
    };
  };

const PNG = { 'content-type': 'image/png' };
export const bytes = answer(200, 'PNG bytes', PNG);
export const lead = (at: string, more = {}) =>
  answer(200, { status: 'success', download_url: at, file_name: 'a.png', ...more });
export const none = (code: string) => answer(200, { status: 'error', error_code: code, error_message: null });
