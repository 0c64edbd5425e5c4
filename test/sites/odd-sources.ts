import type { ServerResponse } from 'node:http';
import { utf8 } from '../../src/lib/bytes';

/** A server of pages that are not as they should be, under a made-up public name. */
export const ODD_HOST = 'odd.example';
export const odd = (path: string): string => `https://${ODD_HOST}/${path}`;

const page = (meta: string, word: readonly number[]): Buffer =>
  Buffer.from([...utf8(`<!doctype html>${meta}<title>Water</title><p>`), ...word, ...utf8('</p>')]);

/** Pages in the character set that their header or they themselves say, and all that they say. */
export const LETTERS: Readonly<Record<string, readonly [type: string, bytes: Buffer, said: string]>> = {
  gbk: ['text/html; charset=gbk', page('', [0xcb, 0xae, 0xce, 0xbb]), 'Water\n\n水位'],
  sjis: ['text/html', page('<meta charset="shift_jis">', [0x90, 0x85, 0x88, 0xca]), 'Water\n\n水位'],
  'euc-kr': ['text/html; charset=euc-kr', page('<meta charset="utf-8">', [0xbc, 0xf6, 0xc0, 0xa7]), 'Water\n\n수위'],
  mark: ['text/html; charset=windows-1251', Buffer.from('\ufeff<!doctype html><p>Вода</p>'), 'Вода'],
  plain: ['text/html', Buffer.from('<!doctype html><p>Wasserhöhe</p>'), 'Wasserhöhe'],
};

const DRAWING = '<svg xmlns="http://www.w3.org/2000/svg"><script>fetch("https://odd.example/ran")</script></svg>';

/** What becomes of each of them: kept, whole or cut, or why it was not. */
export const ODD: Readonly<Record<string, string>> = {
  'error-body': 'kept',
  drawing: 'kept',
  'not-an-image': 'kept',
  endless: 'cut',
  nothing: 'not-sent, empty',
  'three-gigabytes': 'too-large, too-large',
  short: 'not-fetched, broken-off',
  inside: 'not-fetched, redirect',
  expired: 'expired, status',
  forbidden: 'forbidden, status',
};

/** Addresses that a payload names, and that nobody is ever to be asked for. */
export const REFUSED: readonly string[] = [
  ...['http://127.0.0.1/', 'http://2130706433/', 'http://0x7f.1/', 'http://[::1]/', 'http://[::ffff:10.0.0.1]/'],
  ...['http://169.254.169.254/latest/meta-data', 'http://router/', 'https://printer.local/', 'ftp://odd.example/x'],
  ...['https://odd.example:8443/port', 'https://me:word@odd.example/name'],
];

const send =
  (status: number, type: string, body: string | Buffer, more = {}) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, { 'content-type': type, 'set-cookie': 'person=known', ...more }).end(body);

const ANSWERS: Readonly<Record<string, (response: ServerResponse) => void>> = {
  ...Object.fromEntries(Object.entries(LETTERS).map(([path, [type, bytes]]) => [path, send(200, type, bytes)])),
  'error-body': send(200, 'application/json', '{"error":"gone"}'),
  drawing: send(200, 'image/svg+xml', DRAWING),
  'not-an-image': send(200, 'image/png', '<!doctype html><p>No picture</p>'),
  nothing: send(200, 'text/html', ''),
  inside: send(302, 'text/html', '', { location: 'http://169.254.169.254/latest/meta-data' }),
  expired: send(410, 'text/html', '<p>Gone'),
  forbidden: send(403, 'text/html', '<p>No'),
  'three-gigabytes': (response) =>
    void response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': 3_000_000_000 }).write('x'),
  short: (response) =>
    void response
      .writeHead(200, { 'content-type': 'text/html', 'content-length': 100 })
      .write('<p>Half', () => response.destroy()),
  endless: (response) => pour(response.writeHead(200, { 'content-type': 'text/plain' })),
};

/** Answers for that host. */
export const answerOddly = (path: string, response: ServerResponse): void =>
  (ANSWERS[path] ?? send(404, 'text/html', '<title>Not here</title>'))(response);

/** Sends as long as anybody listens. */
function pour(response: ServerResponse): void {
  const piece = 'And on it goes, and on.\n'.repeat(3000);
  const next = (): void => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('drain', next);
  next();
}
