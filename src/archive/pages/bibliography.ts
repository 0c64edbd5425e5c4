import { shownName } from '../../handoff/marks';
import { canonical } from '../../lib/json';
import type { NumberedSource } from '../../projection/sources';

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

/** Year, month and day where a site gave a date that begins like one. */
function datePartsOf(published: string | null): number[] | null {
  const match = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?/.exec(published ?? '');
  return match ? match.slice(1).flatMap((part) => (part === undefined ? [] : Number(part))) : null;
}

function cslOf(source: NumberedSource): Record<string, unknown> {
  const parts = datePartsOf(source.published);
  return {
    id: String(source.number),
    type: 'webpage',
    ...(source.title === null ? {} : { title: source.title }),
    ...(source.url === null ? {} : { URL: source.url }),
    ...(source.site === null ? {} : { 'container-title': source.site }),
    ...(parts
      ? { issued: { 'date-parts': [parts] } }
      : source.published === null
        ? {}
        : { issued: { raw: source.published } }),
    ...(source.passages[0] ? { abstract: source.passages.map(({ text }) => text).join('\n\n') } : {}),
    note: `${source.cited ? 'cited' : 'retrieved, not cited'}; ${source.evidence.join(' ')}`,
  };
}

/** One RIS record: lines of a tag, two blanks, a dash and a blank; values on one line. */
function risOf(source: NumberedSource): string {
  const parts = datePartsOf(source.published);
  const lines: (readonly [string, string | null])[] = [
    ['TY', 'ELEC'],
    ['ID', String(source.number)],
    ['TI', source.title],
    ['T2', source.site],
    ['UR', source.url],
    ['PY', parts ? String(parts[0]) : null],
    ['DA', parts ? `${parts.map((part) => String(part).padStart(2, '0')).join('/')}` : null],
    ...source.passages.map(({ text }) => ['N1', text] as const),
    ['ER', ''],
  ];
  return lines.flatMap(([tag, value]) => (value === null ? [] : [`${tag}  - ${shownName(value)}\r\n`])).join('');
}
