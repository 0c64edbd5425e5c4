import { afterAll, describe, expect, test } from 'vitest';
import { chatgpt } from '../../src/providers/chatgpt/site';
import { fetchFiles } from '../../src/providers/kit/file-calls';
import { patienceFor } from '../../src/providers/kit/file-watch';
import { answer, pageAt, startServer, TOKEN } from './calling';
import { bytes, fetchingFrom, files, lead, none } from './fetching';

const server = await startServer();
afterAll(() => server.close());
const { asked, paths, auths, origin } = server;
const fetching = fetchingFrom(origin);

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

  test.each([1, 2, 5])('never more than %i at once, where that is the limit', async (atOnce) => {
    let [now, most] = [0, 0];
    server.gives((request, response) => {
      if (request.url?.startsWith('/backend-api/files')) return lead('/x')(request, response);
      most = Math.max(most, ++now);
      setTimeout(() => {
        now--;
        bytes(request, response);
      }, 40);
    });
    const pointers = Array.from({ length: 10 }, (_, n) => `file_${n}`);
    expect((await fetching(files(...pointers), { atOnce })).told).toHaveLength(10);
    expect(most).toBe(atOnce);
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
      atOnce: 3,
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

test('the time of a file: no pause in it is longer than all of it may take', () => {
  expect(patienceFor(900)).toEqual({ quiet: 30_000, whole: 900_000 });
  expect(patienceFor(5)).toEqual({ quiet: 5000, whole: 5000 });
});
