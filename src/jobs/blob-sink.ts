import type { Out } from './export';

/** Bytes gathered before they become a Blob of their own, which the browser may keep on disk. */
const PART = 8 * 1024 * 1024;

/** A sink whose bytes become one Blob. */
export function blobSink(): Out {
  const parts: Blob[] = [];
  let open: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const close = (): void => {
    if (open.length > 0) parts.push(new Blob(open));
    open = [];
    size = 0;
  };
  return {
    async write(chunk) {
      open.push(chunk);
      size += chunk.length;
      if (size >= PART) close();
    },
    async file(type) {
      close();
      return new Blob(parts, { type });
    },
  };
}
