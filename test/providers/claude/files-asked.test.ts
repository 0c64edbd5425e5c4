import { afterAll, describe, expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import { claude } from '../../../src/providers/claude/site';
import { FILE_ROUTE } from '../../../src/providers/kit/file-route';
import { maskAddress } from '../../../src/raw/mask';
import { answer, startServer } from '../../capture/calling';
import { bytes, fetchingFrom, files } from '../../capture/fetching';

const server = await startServer();
afterAll(() => server.close());
const { paths, auths } = server;
const fetching = fetchingFrom(server.origin);

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

test('the address of a file names the organisation, and is kept without it', async () => {
  const organisation = '0199bbbb-0000-7000-8000-0000000000aa';
  const paths = [
    [`/api/${organisation}/files/${UPLOAD}/contents`, `/api/[masked:organisation]/files/${UPLOAD}/contents`],
    [
      `/api/organizations/${organisation}/files/${UPLOAD}/content`,
      `/api/organizations/[masked:organisation]/files/${UPLOAD}/content`,
    ],
    [
      `/api/organizations/${organisation}/conversations/abc/wiggle/download-file?path=%2Fx`,
      '/api/organizations/[masked:organisation]/conversations/abc/wiggle/download-file?path=%2Fx',
    ],
  ] as const;
  for (const [sent, kept] of paths)
    expect(maskAddress(`https://claude.ai${sent}`, claudeReader.masks(HEAD)).text).toBe(`https://claude.ai${kept}`);
});

const HEAD = {
  site: 'claude',
  origin: 'https://claude.ai',
  route: FILE_ROUTE,
  method: 'GET',
  address: null,
  status: 200,
  type: null,
  at: '2026-11-01T00:00:00.000Z',
  capture: 'asked',
  form: 'read',
} as const;
