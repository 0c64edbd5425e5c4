import { shownName } from '../../handoff/marks';
import { canonical } from '../../lib/json';
import type { NumberedSource } from '../../projection/sources';
import { type DateParts, datePartsOf } from './date-parts';

/** The bibliography of a session as CSL-JSON and RIS, numbered as in its pages; null where there are no sources. */
export function bibliography(
  sources: readonly NumberedSource[],
): { readonly csl: string; readonly ris: string } | null {
  if (sources.length === 0) return null;
  return {
    csl: `[\n${sources.map((source) => canonical(cslOf(source))).join(',\n')}\n]\n`,
    ris: sources.map(risOf).join('\r\n'),
  };
}

/** What a source is: an article of a newspaper only where the site says that it is news. */
const KINDS = {
  page: { csl: 'webpage', ris: 'ELEC' },
  news: { csl: 'article-newspaper', ris: 'NEWS' },
  file: { csl: 'document', ris: 'GEN' },
} as const;

const kindOf = ({ kind, file, url }: NumberedSource) =>
  kind === 'news' ? KINDS.news : file !== null && url === null ? KINDS.file : KINDS.page;

const nameOf = (text: string | null): string | null => (text === null ? null : shownName(text) || null);

/** An address that a program may follow, on one line; any other is words, and stands in the note. */
function addressOf(url: string | null): string | null {
  if (url === null || !/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  return shownName(url) === url ? url : new URL(url).href;
}

function cslOf(source: NumberedSource): Record<string, unknown> {
  const [title, site, address] = [nameOf(source.title), nameOf(source.site), addressOf(source.url)];
  const issued = datePartsOf(source.published);
  const accessed = datePartsOf(source.accessed);
  return {
    id: String(source.number),
    type: kindOf(source).csl,
    ...(title === null ? {} : { title }),
    ...(address === null ? {} : { URL: address }),
    ...(site === null ? {} : { 'container-title': site }),
    ...(issued ? { issued: { 'date-parts': [issued] } } : {}),
    ...(accessed ? { accessed: { 'date-parts': [accessed] } } : {}),
    ...(source.passages[0] ? { abstract: source.passages.map(({ text }) => text).join('\n\n') } : {}),
    note: notesOf(source).join('; '),
  };
}

/** What has no member of its own: whether it was cited, a date that is none, an address that leads nowhere, what says so. */
function notesOf(source: NumberedSource): string[] {
  const { published, url, cited, evidence } = source;
  return [
    cited ? 'cited' : 'retrieved, not cited',
    ...(published !== null && datePartsOf(published) === null ? [`published “${shownName(published)}”`] : []),
    ...(url !== null && addressOf(url) === null ? [`address “${shownName(url)}”`] : []),
    evidence.join(' '),
  ];
}

/** One RIS record: lines of a tag, two blanks, a dash and a blank; values on one line. */
function risOf(source: NumberedSource): string {
  const issued = datePartsOf(source.published);
  const accessed = datePartsOf(source.accessed);
  const lines: (readonly [string, string | null])[] = [
    ['TY', kindOf(source).ris],
    ['ID', String(source.number)],
    ['DP', 'Valise'], // where it comes from; and it tells programs the newer form of the format, whatever else is said
    ['TI', nameOf(source.title)],
    ['T2', nameOf(source.site)],
    ['UR', addressOf(source.url)],
    ['PY', issued ? year(issued) : null],
    ['DA', issued ? risDate(issued) : null],
    ['Y2', accessed ? risDate(accessed) : null],
    // of a web page, programs that follow the newer form of the format look for the day it was read here
    ['M1', accessed && kindOf(source) === KINDS.page ? risDate(accessed) : null],
    ...source.passages.map(({ text }) => ['N1', text] as const),
    ['N1', notesOf(source).slice(0, -1).join('; ')],
    ['ER', ''],
  ];
  return lines.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${shownName(value)}\r\n`])).join('');
}

const year = ([first]: DateParts): string => String(first).padStart(4, '0');

/** Year, month and day, each with its slash, though nothing follows. */
const risDate = (parts: DateParts): string =>
  `${[0, 1, 2].map((i) => (parts[i] === undefined ? '' : String(parts[i]).padStart(i === 0 ? 4 : 2, '0'))).join('/')}/`;
