import type { IncomingMessage, ServerResponse } from 'node:http';
import { idsOf, ORG } from '../../providers/claude/model';
import { onePixel } from '../picture';

const id = idsOf(710);

/** Uploads by their id: what the site still has of each. Of a document there is only a preview. */
export const UPLOADS = {
  picture: { id: id('pic'), way: 'contents', type: 'image/png', bytes: onePixel(1, 2, 3) },
  original: { id: id('orig'), way: 'content', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n% a chart\n') },
  document: { id: id('doc'), way: 'preview', type: 'image/png', bytes: onePixel(4, 5, 6) },
} as const;

/**
 * The sandbox: two folders that are listed, and what stands in them. Uploads keep their types there; what was made is
 * `text/plain`, whatever it is.
 */
export const SANDBOX = {
  depths: { path: '/mnt/user-data/uploads/depths.csv', type: 'text/csv', bytes: Buffer.from('depth\n1.9\n') },
  chart: { path: '/mnt/user-data/outputs/chart.png', type: 'text/plain', bytes: onePixel(7, 8, 9) },
  plan: { path: '/mnt/user-data/outputs/plan.md', type: 'text/plain', bytes: Buffer.from('# Plan\n\nStay.\n') },
} as const;

const MADE = Object.values(SANDBOX);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const bytes =
  (type: string, body: Buffer): Answer =>
  (_, response) =>
    void response.writeHead(200, { 'content-type': type, 'content-length': body.length }).end(body);

const UPLOAD = new RegExp(`^/api/(?:organizations/)?${ORG}/files/([\\w-]+)/(\\w+)$`);
const WIGGLE = new RegExp(`^/api/organizations/${ORG}/conversations/([\\w-]+)/wiggle/(list-files|download-file)$`);

/** Who answers for a file, or null: it is none, or there is none. `isThere`: whether a conversation has a sandbox. */
export function fileAt(address: URL, isThere: (conversation: string) => boolean): Answer | null {
  const [, file, way] = UPLOAD.exec(address.pathname) ?? [];
  const upload = Object.values(UPLOADS).find((each) => each.id === file && each.way === way);
  if (upload) return bytes(upload.type, upload.bytes);
  const [, conversation = '', call] = WIGGLE.exec(address.pathname) ?? [];
  if (call === undefined || !isThere(conversation)) return null;
  if (call === 'list-files') return listed;
  const found = MADE.find(({ path }) => path === address.searchParams.get('path'));
  // what comes is always said to be of no type
  return found ? bytes('application/octet-stream', found.bytes) : null;
}

const listed: Answer = (_, response) => {
  const files = MADE.map(({ path, type, bytes: body }) => ({
    path,
    size: body.length,
    content_type: type,
    created_at: '2026-07-20T10:00:00Z',
    custom_metadata: path.includes('/uploads/') ? { organization_uuid: ORG } : {},
  }));
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(JSON.stringify({ success: true, files: MADE.map(({ path }) => path), files_metadata: files }));
};
