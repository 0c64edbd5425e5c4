import { describe, expect, test } from 'vitest';
import { isPdf, readPdf } from '../../src/pages/pdf';
import { fileOf, pdfOf, streamOf } from './pdf-file';

const PAGES = [
  ['The first line is here', 'and goes on (so).', '', '', 'Another paragraph, *marked*.'],
  ['The second page, caf\xe9.'],
];

describe('the text of a PDF', () => {
  test('is read page by page, in paragraphs', async () => {
    const file = pdfOf(PAGES, { info: '<< /Title (Bees) /Author (Ada Writer) >>' });
    expect(await readPdf(file)).toEqual({
      kind: 'read',
      title: 'Bees',
      byline: 'Ada Writer',
      language: null,
      pages: ['The first line is here\nand goes on (so).\n\nAnother paragraph, *marked*.', 'The second page, café.'],
      markdown:
        'The first line is here and goes on (so).\n\nAnother paragraph, \\*marked\\*.\n\n---\n\nThe second page, café.\n',
      tool: { name: 'pdf.js', version: expect.stringMatching(/^\d+\.\d+/) },
      cut: false,
    });
  });

  test('is the same each time, and the bytes stay whole', async () => {
    const file = new Uint8Array(pdfOf(PAGES));
    const copy = file.slice();
    expect(await readPdf(file)).toEqual(await readPdf(file));
    expect(file).toEqual(copy);
  });
});

describe('a PDF without text for us', () => {
  test('is one that asks for a word', async () => {
    const zeros = '0'.repeat(64);
    const locked = `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${zeros}> /U <${zeros}> >> /ID [<${'0'.repeat(32)}><${'0'.repeat(32)}>]`;
    expect(await readPdf(pdfOf(PAGES, { trailer: locked }))).toEqual({ kind: 'unread', because: 'encrypted' });
  });

  test('is one that holds a picture alone', async () => {
    const file = fileOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources << /XObject << /I 5 0 R >> >> /Contents 6 0 R >>',
      '<< >>',
      '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length 1 >>\nstream\nx\nendstream',
      streamOf('q 9 0 0 9 0 0 cm /I Do Q'),
    ]);
    expect(await readPdf(file)).toEqual({ kind: 'unread', because: 'no-text' });
  });

  test.each([
    ['nothing', ''],
    ['a page', '<!doctype html><p>%PDF'],
    ['its first line', '%PDF-1.4\n'],
    ['noise', `%PDF-1.7\n${'\u0001\u00ff'.repeat(5000)}`],
  ])('is %s', async (_, text) => {
    expect(await readPdf(Buffer.from(text, 'latin1'))).toEqual({ kind: 'unread', because: 'broken' });
  });
});

test.each([1, 2])('a PDF that unpacks without end, packed %i times, is left alone', async (times) => {
  const file = (size: number) =>
    fileOf([
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 5 0 R >>',
      '<< >>',
      streamOf(' '.repeat(size), times),
    ]);
  expect(file(2_000_000).length).toBeLessThan(5000);
  expect(await readPdf(file(2_000_000), 1_000_000)).toEqual({ kind: 'unread', because: 'too-large' });
  expect(await readPdf(file(900_000), 1_000_000)).toEqual({ kind: 'unread', because: 'no-text' });
});

test('of a damaged PDF what is there is read', async () => {
  const file = pdfOf([['First'], ['Second'], ['Third']]).toString('latin1');
  const lost = file.replace(/startxref\n\d+/, 'startxref\n7');
  expect(await readPdf(Buffer.from(lost, 'latin1'))).toMatchObject({ pages: ['First', 'Second', 'Third'] });
  const torn = file.replace(/6 0 obj[\s\S]*?endobj/, '6 0 obj\n<< >>\nendobj');
  expect(await readPdf(Buffer.from(torn, 'latin1'))).toMatchObject({ pages: ['', 'Second', 'Third'] });
  const cut = file.slice(0, file.indexOf('xref'));
  expect(await readPdf(Buffer.from(cut, 'latin1'))).toEqual({ kind: 'unread', because: 'broken' });
});

test('a PDF is known by its beginning', () => {
  expect(isPdf(pdfOf(PAGES))).toBe(true);
  expect(isPdf(Buffer.from('\n\n%PDF-1.4'))).toBe(true);
  expect(isPdf(Buffer.from('PDF'))).toBe(false);
});
