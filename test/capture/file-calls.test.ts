import { afterAll, describe, expect, test } from 'vitest';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { claude } from '../../src/providers/claude/site';
import { type FileHead, fetchFiles } from '../../src/providers/kit/file-calls';
import { answer, pageAt, startServer, TOKEN } from './calling';

const server = await startServer();
afterAll(() => server.close());
const { asked, paths, auths, origin } = server;

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
}

const files = (...pointers: readonly string[]) =>
  pointers.map((pointer, number) => ({ number, pointer, message: 'm-1', name: null }));

/** Fetches, and gives what the sink was told, in order, and how it ended. */
async function fetching(wanted: ReturnType<typeof files>, options: Options = {}) {
  const { site = chatgpt, largest = 1 << 20, quiet = 2000, whole = 5000, ...more } = options;
  const page = pageAt(origin, more);
  const told: Told[] = [];
  const ended = await fetchFiles(
    { site, conversation: 'abc', wanted, largest, patience: { quiet, whole } },
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
}

const PNG = { 'content-type': 'image/png' };
const bytes = answer(200, 'PNG bytes', PNG);
const lead = (at: string, more = {}) =>
  answer(200, { status: 'success', download_url: at, file_name: 'a.png', ...more });
const none = (code: string) => answer(200, { status: 'error', error_code: code, error_message: null });
const DOWNLOAD = '/backend-api/files/download/file_1?conversation_id=abc&inline=false';
const SIGNED = '/backend-api/estuary/content?id=file_1&ts=1&sig=s3cr3t';

describe('a file of ChatGPT', () => {
  test('is where the site says: at its own origin it is asked for without the token', async () => {
    server.gives(lead(SIGNED, { mime_type: 'image/png', file_size_bytes: 9 }), bytes);
    const { told, heads, ended } = await fetching(files('sediment://file_1#part'));
    expect(told).toEqual([[0, 'file', 'PNG bytes']]);
    expect(ended).toBeNull();
    expect(paths()).toEqual([DOWNLOAD, SIGNED]);
    expect(auths()).toEqual([`Bearer ${TOKEN}`, undefined]);
    const claims = { name: 'a.png', type: 'image/png', bytes: 9 };
    expect(heads[0]).toMatchObject({ status: 200, type: 'image/png', claims, insteadOf: null });
  });

  test('on a host of the site’s files is told, and not asked for in the page', async () => {
    const at = 'https://files.oaiusercontent.com/file-1?sig=x';
    server.gives(lead(at));
    expect((await fetching(files('file-service://file-1'))).told).toEqual([[0, 'elsewhere', at]]);
    expect(asked).toHaveLength(1);
  });

  test.each([
    'https://elsewhere.example/x',
    'http://files.oaiusercontent.com/x',
    'https://files.oaiusercontent.com:8443/x',
    'https://me:you@files.oaiusercontent.com/x',
    'https://oaiusercontent.com.elsewhere.example/x',
    'http://127.0.0.1:1/x',
    'data:text/plain,x',
    'javascript:alert(1)',
    'https://[broken',
  ])('at %s is nobody’s to fetch', async (at) => {
    server.gives(lead(at), none('file_not_found'));
    expect((await fetching(files('file-1'))).told).toEqual([[0, 'none', 'unsupported: elsewhere']]);
    expect(asked.map(({ url }) => url?.split('?')[0])).not.toContain('/x');
  });

  test('answers 200 and has none: other ways are asked, and the first says why', async () => {
    server.gives(none('ace_pod_expired'), none('file_not_found'));
    expect((await fetching(files('file_1'))).told).toEqual([[0, 'none', 'expired']]);
    expect(paths()).toEqual([
      DOWNLOAD,
      '/backend-api/conversation/abc/attachment/file_1/download',
      '/backend-api/files/file_1/download',
    ]);
  });

  test('in the sandbox is asked for by message and path', async () => {
    server.gives(lead('/x'), bytes);
    const { told } = await fetching(files('sandbox:/mnt/data/my%20table.csv'));
    expect(told).toEqual([[0, 'file', 'PNG bytes']]);
    expect(paths()[0]).toBe(
      '/backend-api/conversation/abc/interpreter/download?message_id=m-1&sandbox_path=%2Fmnt%2Fdata%2Fmy%20table.csv',
    );
  });

  test.each([
    [404, 'not-found'],
    [410, 'expired'],
    [422, 'expired'],
    [403, 'forbidden'],
    [413, 'too-large'],
    [500, 'timed-out'],
  ] as const)('%i of the bytes', async (status, because) => {
    // a server that fails is asked again before that is said
    const failing = Array.from({ length: status === 500 ? 3 : 1 }, () => answer(status, 'no'));
    server.gives(lead('/x'), ...failing, none('file_not_found'));
    expect((await fetching(files('file_1'))).told).toEqual([[0, 'none', because]]);
  });

  test('a redirect is followed nowhere', async () => {
    const away = answer(302, '', { location: `${origin}/away` });
    for (const answers of [[lead('/x'), away], [away]] as const) {
      server.gives(...answers, none('file_not_found'));
      expect((await fetching(files('file_1'))).told).toEqual([[0, 'none', 'forbidden: redirect']]);
      expect(paths()).not.toContain('/away');
    }
  });

  test('B44: a scheme nobody knows, and a picture from the web, are asked for nowhere', async () => {
    server.gives(bytes);
    const { told } = await fetching(files('newscheme://file_1', 'https://pictures.example/a.png', ''));
    expect(told).toEqual([0, 1, 2].map((number) => [number, 'none', 'unsupported']));
    expect(asked).toHaveLength(0);
  });

  test('of a public snapshot is not asked for', async () => {
    expect((await fetching(files('file_1'), { path: '/share/abc' })).told).toEqual([[0, 'none', 'unsupported']]);
  });
});

describe('an answer that does not behave', () => {
  test('more than is wanted, by what it claims: its body is not read', async () => {
    server.gives(lead('/x'), (_, response) => response.writeHead(200, { 'content-length': 3e9 }).write('x'));
    expect((await fetching(files('file_1'), { largest: 10_000 })).told).toEqual([[0, 'none', 'too-large']]);
  });

  test('without an end: it is cut where it is too large', async () => {
    server.gives(lead('/x'), (_, response) => {
      const timer = setInterval(() => response.write('x'.repeat(4096)), 1);
      response.on('close', () => clearInterval(timer));
    });
    expect((await fetching(files('file_1'), { largest: 100_000 })).told).toEqual([[0, 'none', 'too-large']]);
  });

  test('that drips for ever: it has a time in all', async () => {
    server.gives(lead('/x'), (_, response) => {
      const timer = setInterval(() => response.write('x'), 20);
      response.on('close', () => clearInterval(timer));
    });
    expect((await fetching(files('file_1'), { whole: 300 })).told).toEqual([[0, 'none', 'timed-out']]);
  });

  test('one that hangs holds up nobody', async () => {
    server.gives((request, response) => {
      const { url = '' } = request;
      if (url.includes('file_0')) return; // never answers
      if (url.startsWith('/backend-api/files')) return lead(`/x/${/file_\d+/.exec(url)?.[0]}`)(request, response);
      if (url.endsWith('file_1')) return void response.writeHead(200).write('a little'); // never ends
      bytes(request, response);
    });
    const pointers = Array.from({ length: 12 }, (_, n) => `file_${n}`);
    const { told, ended } = await fetching(files(...pointers), { quiet: 400 });
    expect(told.slice(0, 10).every(([, kind]) => kind === 'file')).toBe(true);
    expect(told.slice(10).sort()).toEqual([
      [0, 'none', 'timed-out'],
      [1, 'none', 'timed-out'],
    ]);
    expect(ended).toBeNull();
  });

  test('a connection that is lost', async () => {
    server.gives(lead('/x'), (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.destroy());
    });
    expect((await fetching(files('file_1'))).told).toEqual([[0, 'none', 'timed-out']]);
  });
});

describe('what ends them all', () => {
  const many = files('file_1', 'file_2', 'file_3', 'file_4', 'file_5');

  test('nobody is signed in', async () => {
    server.gives(answer(401, {}));
    const { told, ended } = await fetching(many);
    expect(told).toEqual([]);
    expect(ended).toBe('signed-out');
    expect(paths().filter((path) => path === '/api/auth/session')).toHaveLength(1);
  });

  test('a check for persons', async () => {
    for (const status of [200, 403]) {
      server.gives(answer(status, '<!doctype html>', { 'content-type': 'text/html', 'cf-mitigated': 'challenge' }));
      const { told, ended } = await fetching(many);
      expect([told, ended]).toEqual([[], 'refused']);
    }
  });

  test('too many at once', async () => {
    server.gives(answer(429, {}, { 'retry-after': '1' }));
    const { told, ended } = await fetching(many);
    expect([told, ended]).toEqual([[], 'busy']);
  });

  test('the person', async () => {
    server.gives(() => undefined);
    const page = pageAt(origin);
    const sink = { file: async () => undefined, elsewhere: async () => undefined, none: async () => undefined };
    const ask = {
      site: chatgpt,
      conversation: 'abc',
      wanted: many,
      largest: 1000,
      patience: { quiet: 9e4, whole: 9e4 },
    };
    const work = fetchFiles(ask, page.calling, sink);
    setTimeout(() => page.control.abort(), 50);
    expect(await work).toBe('cancelled');
  });
});

test('a token that is old is asked for once, whoever notices', async () => {
  server.gives((request, response) => {
    const { url, headers } = request;
    if (url === '/api/auth/session') return answer(200, { accessToken: 'fresh' })(request, response);
    if (url?.startsWith('/x')) return bytes(request, response);
    return headers.authorization === 'Bearer fresh'
      ? lead('/x')(request, response)
      : answer(401, {})(request, response);
  });
  const { told } = await fetching(files('file_1', 'file_2', 'file_3', 'file_4'));
  expect(told.map(([, kind]) => kind)).toEqual(['file', 'file', 'file', 'file']);
  expect(paths().filter((path) => path === '/api/auth/session')).toHaveLength(1);
});

const UPLOAD = '0199aaaa-0000-7000-8000-00000000000f';
const AT_CLAUDE = { site: claude, cookie: 'lastActiveOrg=org-1', path: '/chat/abc' } as const;
const gone = answer(404, { type: 'error', error: { type: 'not_found_error', message: 'Not found' } });

describe('a file of Claude', () => {
  test('that was uploaded is asked for itself', async () => {
    server.gives(bytes);
    const { told, heads } = await fetching(files(UPLOAD), AT_CLAUDE);
    expect(told).toEqual([[0, 'file', 'PNG bytes']]);
    expect(heads[0]?.insteadOf).toBeNull();
    expect(paths()).toEqual([`/api/org-1/files/${UPLOAD}/contents`]);
    expect(auths()).toEqual([undefined]);
  });

  test('of which the site has only a preview', async () => {
    server.gives(gone, gone, gone, bytes);
    const { told, heads } = await fetching(files(UPLOAD), AT_CLAUDE);
    expect(told).toEqual([[0, 'file', 'PNG bytes']]);
    expect(heads[0]).toMatchObject({ insteadOf: 'not-found' });
    expect(paths().at(-1)).toBe(`/api/org-1/files/${UPLOAD}/preview`);
  });

  test('in the sandbox is asked for by its path', async () => {
    server.gives(bytes);
    await fetching(files('/mnt/user-data/outputs/a b.csv'), AT_CLAUDE);
    expect(paths()).toEqual([
      '/api/organizations/org-1/conversations/abc/wiggle/download-file?path=%2Fmnt%2Fuser-data%2Foutputs%2Fa%20b.csv',
    ]);
  });

  test('named by another path is found by its name, what was made before what came', async () => {
    const listed = ['/mnt/user-data/uploads/plot.png', '/mnt/user-data/outputs/plot.png', '/mnt/user-data/outputs/x'];
    server.gives(answer(200, { success: true, files: listed, files_metadata: [{ path: listed[0] }, null, 4] }), bytes);
    const { told } = await fetching(files('/home/claude/plot.png'), AT_CLAUDE);
    expect(told).toEqual([[0, 'file', 'PNG bytes']]);
    expect(paths()[1]).toContain('download-file?path=%2Fmnt%2Fuser-data%2Foutputs%2Fplot.png');
  });

  test.each(['{}', '[]', 'null', 'not json', '{"files":{"a":1},"files_metadata":"x"}'])(
    'a list of files that is %s',
    async (list) => {
      server.gives(answer(200, list));
      expect((await fetching(files('/home/claude/plot.png'), AT_CLAUDE)).told).toEqual([[0, 'none', 'not-found']]);
    },
  );

  test('that is JSON, HTML, or says that something is wrong, is a file all the same', async () => {
    for (const said of ['{"error":"a column"}', '<!doctype html><p>mine']) {
      server.gives(answer(200, said, { 'content-type': 'text/html' }));
      expect((await fetching(files('/mnt/user-data/outputs/x'), AT_CLAUDE)).told).toEqual([[0, 'file', said]]);
    }
  });
});
