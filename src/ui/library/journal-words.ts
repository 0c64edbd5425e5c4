import { shownName } from '../../handoff/marks';
import { siteName } from '../../handoff/titles';
import { type MessageKey, t } from '../../platform/strings';
import type { JournalRow } from '../../store/rows';
import { count, moment } from '../format';

const WHAT: Record<Exclude<JournalRow['what'], 'asked' | 'backfill' | 'fetched'>, MessageKey> = {
  request: 'journal_request',
  drift: 'journal_drift',
  dropped: 'journal_dropped',
  exported: 'journal_exported',
  imported: 'journal_imported',
  restored: 'journal_restored',
  deleted: 'journal_deleted',
  cleaned: 'journal_cleaned',
};

/** How bringing in everything goes, by the word in the line. */
const BACKFILL: Readonly<Record<string, MessageKey>> = {
  cancelled: 'journal_backfill_cancelled',
  ended: 'journal_backfill_ended',
  list: 'journal_backfill_list',
  paused: 'journal_backfill_paused',
  started: 'journal_backfill_started',
  went: 'journal_backfill_went_on',
};

const ENDS: ReadonlyMap<unknown, MessageKey> = new Map([
  ['redirect', 'journal_redirect'],
  ['no-answer', 'journal_no_answer'],
  ['stopped', 'journal_stopped'],
]);

/** Why a chat was not kept that its site does not keep. */
const TEMPORARY = 'temporary';

/** How many files were asked for, as the line says it. */
const FILES = /^(\d+) files$/;

/** What a line of the journal says was done. */
export function whatWords({ what, site, detail }: JournalRow): string {
  const name = site === null ? '' : siteName(site);
  if (what === 'fetched') return site === null ? t('journal_page') : t('journal_file', name);
  if (what === 'dropped' && detail === TEMPORARY) return t('journal_temporary', name);
  if (what === 'backfill') return t(BACKFILL[detail.split(' ')[0] ?? ''] ?? 'journal_backfill_list', name);
  if (what === 'asked') return askedWords(name, detail);
  return Object.hasOwn(WHAT, what) ? t(WHAT[what], name) : shownName(what);
}

function askedWords(name: string, detail: string): string {
  const files = FILES.exec(detail)?.[1];
  return files === undefined ? t('journal_asked', name) : t('journal_asked_files', count(Number(files)), name);
}

/** What their details say is in the words. */
const OURS: ReadonlySet<JournalRow['what']> = new Set(['asked', 'backfill']);

/** Host and path, a file, or how many; empty where the words say it already. */
export const detailWords = ({ what, detail }: JournalRow): string =>
  OURS.has(what) || (what === 'dropped' && detail === TEMPORARY) ? '' : shownName(detail);

/** How a request ended; empty where it was none, or nobody knows. */
export function endWords({ ended }: JournalRow): string {
  if (typeof ended === 'number') return t('journal_status', ended);
  const key = ENDS.get(ended);
  return key === undefined ? '' : t(key);
}

/** Lines as text to be copied: one each, its parts apart by a tabulator. */
export const asText = (rows: readonly JournalRow[]): string =>
  rows.map((row) => [row.at, whatWords(row), detailWords(row), endWords(row)].join('\t')).join('\n');

export const whenWords = ({ at }: JournalRow): string => moment(at);
