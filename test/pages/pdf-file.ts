import { deflateSync } from 'node:zlib';

/** A PDF of pages with lines of text, as small as one can be. Empty lines are wider spaces. */
export function pdfOf(
  pages: readonly (readonly string[])[],
  changes: { info?: string; trailer?: string } = {},
): Buffer {
  const count = pages.length;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${pages.map((_, i) => `${i * 2 + 5} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    changes.info ?? '<< >>',
    ...pages.flatMap((lines, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >> /Contents ${i * 2 + 6} 0 R >>`,
      streamOf(contentOf(lines)),
    ]),
  ];
  return fileOf(objects, changes.trailer ?? '');
}

const contentOf = (lines: readonly string[]): string =>
  `BT /F 12 Tf 50 700 Td 14 TL ${lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n')} ET`;

/** `times`: packed so often. */
export function streamOf(content: string, times = 1): string {
  let bytes = Buffer.from(content, 'latin1');
  for (let n = 0; n < times; n++) bytes = deflateSync(bytes, { level: 9 });
  const packed = bytes.toString('latin1');
  const filters = Array.from({ length: times }, () => '/FlateDecode').join(' ');
  return `<< /Length ${packed.length} /Filter [${filters}] >>\nstream\n${packed}\nendstream`;
}

/** A file of these objects, the first its catalogue and the fourth what it says of itself. */
export function fileOf(objects: readonly string[], trailer = ''): Buffer {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const table = places.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `<< /Size ${size} /Root 1 0 R /Info 4 0 R ${trailer} >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n${end}`, 'latin1');
}
