import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { clipped } from '../../handoff/marks';
import type { IconName } from '../../look/icons';
import { type MessageKey, t } from '../../platform/strings';
import type { Checked, CheckedQuote, EvidenceCheck } from '../../projection/evidence-state';
import { quotesAt } from '../../projection/quotes-at';
import type { NumberedSource } from '../../projection/sources';
import { givenByOthers } from '../../report/evidence-words';
import { Icon } from '../icon';
import { NumberRef } from './number-ref';

const EvidenceContext = createContext<EvidenceCheck | null>(null);
export const EvidenceProvider = EvidenceContext.Provider;

const percent = (share: number): string => `${Math.floor(share * 100)} %`;

const WHOLE = { exact: 'evidence_exact', normalised: 'evidence_normalised' } as const;

const LACKS = {
  changed: { none: 'evidence_changed', less: 'evidence_less' },
  cut: { none: 'evidence_cut', less: 'evidence_cut_less' },
} as const;

function wordsOf({ state, how, share }: Checked): string {
  if (state === 'given') return t('evidence_given');
  if (state === 'unreachable') return t('evidence_unreachable');
  if (state === 'unread') return t('evidence_unread');
  if (state !== 'found') {
    const { none, less } = LACKS[state];
    return how === 'not-found' ? t(none) : t(less, percent(share));
  }
  return how === 'exact' || how === 'normalised' ? t(WHOLE[how]) : t('evidence_part', percent(share));
}

const ICONS: Readonly<Record<Checked['state'], IconName | null>> = {
  given: null,
  found: 'done',
  changed: 'gaps',
  cut: 'gaps',
  unread: 'gaps',
  unreachable: 'gaps',
};

/** What is known of all passages of a source, in a line; nothing until the pages were looked at. */
export function Standing({ source }: { source: NumberedSource }) {
  const checked = useContext(EvidenceContext)?.sources.get(source.number)?.checked;
  if (!checked || (checked.state === 'given' && givenByOthers(source))) return null;
  const icon = ICONS[checked.state];
  return (
    <p class={`standing ${checked.state}`}>
      {icon && <Icon name={icon} />}
      {wordsOf(checked)}
    </p>
  );
}

/** The same of one passage, after who supplied it; nothing where no page is held to compare it with. */
export function PassageStanding({ source, passage }: { source: NumberedSource; passage: string }) {
  const checked = useContext(EvidenceContext)?.sources.get(source.number)?.passages.get(passage);
  return checked && checked.state !== 'given' ? <> · {wordsOf(checked)}</> : null;
}

/** Of a quotation so much is said again. */
const QUOTED = 80;

/**
 * Quotations of answers that are spoken of at a source, and where they were found.
 * @param of only those of these events, which then need not be named
 */
export function Quotes({ source, of }: { source: NumberedSource; of?: ReadonlySet<string> }) {
  const evidence = useContext(EvidenceContext);
  const all = evidence ? (quotesAt(evidence).get(source.number) ?? []) : [];
  const quotes = of ? all.filter(({ event }) => of.has(event)) : all;
  if (quotes.length === 0) return null;
  return (
    <ul class="quotes quiet" aria-label={t('quote_list')}>
      {quotes.map((quote) => (
        <li key={`${quote.event} ${quote.part} ${quote.quotation.start}`}>
          {!of && <NumberRef id={quote.event} />} <bdi>“{clipped(quote.quotation.text, QUOTED)}”</bdi>:{' '}
          {quoteWords(quote)}
        </li>
      ))}
    </ul>
  );
}

const QUOTE: Readonly<Record<'passage' | 'copy', Readonly<Record<'exact' | 'normalised', MessageKey>>>> = {
  passage: { exact: 'quote_exact_passage', normalised: 'quote_normalised_passage' },
  copy: { exact: 'quote_exact_copy', normalised: 'quote_normalised_copy' },
};

function quoteWords({ found, comparable }: CheckedQuote): string {
  if (!found) return comparable ? t('quote_lost') : t('quote_alone');
  const { how, share, source, where } = found;
  if (how === 'exact' || how === 'normalised') return t(QUOTE[where][how], source);
  return t(where === 'copy' ? 'quote_part_copy' : 'quote_part_passage', source, percent(share));
}
