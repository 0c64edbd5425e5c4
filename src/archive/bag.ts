import { compareText } from '../lib/text';

/** BagIt 1.0 (RFC 8493): the two lines of `bagit.txt`. */
export const BAGIT_TXT = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n';
export const MANIFEST = 'manifest-sha256.txt';
export const TAG_MANIFEST = 'tagmanifest-sha256.txt';

/** A file of the bag: its path below the top folder, its hash and size. */
export interface BagFile {
  readonly path: string;
  readonly sha256: string;
  readonly size: number;
}

/** A manifest in the form that `sha256sum -c` reads: sorted by path. Paths are plain ASCII, so texts sort as bytes do. */
export const manifestOf = (files: readonly BagFile[]): string =>
  files
    .toSorted((a, b) => compareText(a.path, b.path))
    .map(({ path, sha256 }) => `${sha256}  ${path}\n`)
    .join('');

/** The lines of a manifest, or the number of the first line (from 1) that is none. */
export function readManifest(text: string): { files: Map<string, string> } | { badLine: number } {
  const files = new Map<string, string>();
  const lines = text.split('\n');
  if (lines.pop() !== '') return { badLine: lines.length + 1 };
  for (const [index, line] of lines.entries()) {
    const match = /^([0-9a-f]{64}) {2}([A-Za-z0-9._/-]+)$/.exec(line);
    if (!match?.[1] || !match[2] || files.has(match[2])) return { badLine: index + 1 };
    files.set(match[2], match[1]);
  }
  return { files };
}

/** `bag-info.txt`, its labels sorted. */
export const bagInfoOf = (info: Readonly<Record<string, string>>): string =>
  Object.entries(info)
    .toSorted(([a], [b]) => compareText(a, b))
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('');

/** The labels of a `bag-info.txt`; folded lines are joined as RFC 8493 asks. */
export function readBagInfo(text: string): Map<string, string> {
  const info = new Map<string, string>();
  for (const line of text.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const match = /^([^:\s]+)\s*:\s?(.*)$/.exec(line);
    if (match?.[1]) info.set(match[1], match[2] ?? '');
  }
  return info;
}

/** Octets and files of the payload. */
export const payloadOxum = (files: readonly BagFile[]): string =>
  `${files.reduce((sum, { size }) => sum + size, 0)}.${files.length}`;
