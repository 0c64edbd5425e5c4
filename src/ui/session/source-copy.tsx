import { useEffect, useState } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { looseText } from '../../lib/bytes';
import { hashIn } from '../../lib/hash';
import { member } from '../../lib/json';
import type { Event } from '../../model/event';
import { type MessageKey, t } from '../../platform/strings';
import { type SourcePage, seenAt, sourcePageOf } from '../../projection/source-pages';
import type { NumberedSource } from '../../projection/sources';
import { numberOf } from '../../projection/view';
import { Fold } from '../fold';
import { count, moment, size } from '../format';
import { whyMissing } from '../gap-words';
import { OutsideLink } from '../link';
import { Media } from './media';
import { Prose } from './prose';
import { useReading } from './reading';

/** What is kept of the page of a source: the copy with its words to read, or why there is none. Nothing where nobody asked. */
export function SourceCopy({ source: { url } }: { source: NumberedSource }) {
  const { shown } = useReading();
  const page = sourcePageOf(shown.view, url);
  if (!page) return null;
  const { copy, text, pictures, gap } = page;
  return (
    <div class="stack copy-of-page">
      {copy && <CopyLine page={page} copy={copy} />}
      {text && <Fold title={t('page_read')}>{() => <Words text={text} />}</Fold>}
      {pictures.length > 0 && (
        <Fold title={t('page_pictures', count(pictures.length))}>{() => <Pictures pictures={pictures} />}</Fold>
      )}
      {copy && <Fold title={t('page_bytes')}>{() => <Bytes copy={copy} />}</Fold>}
      {gap && <NotKept gap={gap} />}
    </div>
  );
}

function CopyLine({ page, copy }: { page: SourcePage; copy: Event<'artifact'> }) {
  const { shown } = useReading();
  const { copiedAt, earlier } = page;
  const { bytes, method, shownAt, url } = copy.body;
  const when = copiedAt === null ? t('time_not_known') : moment(copiedAt);
  const how = t(method === 'tab' ? 'page_kept_tab' : 'page_kept_fetch', when, size(bytes ?? 0));
  const elsewhere = typeof shownAt === 'string' && shownAt !== url ? t('page_shown_at', shownName(shownAt)) : null;
  const isCut = member(copy.body.fetched, 'truncated') === true;
  return (
    <p class="quiet">
      <span class="number" id={numberOf(shown.view, copy.id)}>
        {numberOf(shown.view, copy.id)}
      </span>{' '}
      {how} {elsewhere} {isCut && t('page_cut')} {earlier.length > 0 && t('page_earlier', earlier.length)}
    </p>
  );
}

/** The words that were found in a copy. */
function Words({ text }: { text: Event<'artifact'> }) {
  const { bytesOf } = useReading();
  const [words, setWords] = useState<string | null>(null);
  const hash = hashIn(text.body.artifact);
  useEffect(() => {
    let gone = false;
    if (hash !== null)
      bytesOf(hash).then(
        (bytes) => gone || setWords(bytes ? looseText(bytes) : ''),
        () => gone || setWords(''), // the database is closed: shown as not there until the page is opened again
      );
    return () => {
      gone = true;
    };
  }, [hash, bytesOf]);
  if (words === null) return <p class="quiet">{t('popup_loading')}</p>;
  if (words === '') return <p class="missing">{t('page_words_missing')}</p>;
  const { byline, published } = text.body;
  const by = [byline, published].flatMap((each) => (typeof each === 'string' && each !== '' ? [shownName(each)] : []));
  return (
    <div class="page-words" dir="auto">
      {by.length > 0 && (
        <p class="quiet">
          <bdi>{by.join(' · ')}</bdi>
        </p>
      )}
      <Prose text={words} cites={NONE} isPlain={false} />
    </div>
  );
}

const NONE: readonly never[] = [];

/** Those that came, as pictures where they are made of pixels, and why the others did not. */
function Pictures({ pictures }: Pick<SourcePage, 'pictures'>) {
  return (
    <ul class="pictures">
      {pictures.map((each) => (
        <li key={each.id}>
          {each.kind === 'gap' ? (
            <>
              <bdi class="quiet">{shownName(addressIn(each))}</bdi>
              <NotKept gap={each} />
            </>
          ) : (
            <Media hash={hashIn(each.body.artifact)} mime={each.body.mime ?? null} name={nameOfPicture(each)} />
          )}
        </li>
      ))}
    </ul>
  );
}

const addressIn = ({ body: { what } }: Event<'gap'>): string => {
  const address = member(what, 'picture');
  return typeof address === 'string' ? address : '';
};

/** The last of its address, with nothing behind it that a click would run. */
function nameOfPicture({ body: { url, mime } }: Event<'artifact'>): string {
  const path = typeof url === 'string' && URL.canParse(url) ? new URL(url).pathname : '';
  const name = path.slice(path.lastIndexOf('/') + 1);
  return mime?.startsWith('image/') && /\.(?:png|jpe?g|gif|webp|avif|bmp|ico)$/i.test(name) ? name : `${name}.txt`;
}

/** The bytes as they came: to be saved, never opened here. */
function Bytes({ copy: { body } }: { copy: Event<'artifact'> }) {
  const hash = hashIn(body.artifact);
  return (
    <>
      <Media hash={hash} mime={null} name={nameOf(body.url, body.mime ?? null)} />
      <p class="quiet">
        <code>sha256 {hash}</code>
      </p>
    </>
  );
}

/** A name under which nothing runs by a click. */
function nameOf(url: unknown, mime: string | null): string {
  const host = typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : 'page';
  return `${host}${mime === 'application/pdf' ? '.pdf' : '.txt'}`;
}

/** Why a page did not come. What is left out has a sentence of its own by the reason. */
const BECAUSE: Readonly<Record<string, MessageKey>> = {
  'refused-address': 'page_refused_address',
  'not-permitted': 'page_not_permitted',
  'no-answer': 'page_no_answer',
  'broken-off': 'page_broken_off',
  empty: 'page_empty',
  'no-picture': 'page_no_picture',
  limit: 'page_picture_limit',
};

function NotKept({ gap }: { gap: Event<'gap'> }) {
  const { shown } = useReading();
  const { what, why } = gap.body;
  const because = member(what, 'because');
  const to = member(what, 'to');
  const source = member(what, 'source');
  const key = typeof because === 'string' ? BECAUSE[because] : undefined;
  const at = seenAt(shown.view, gap);
  return (
    <p class="missing">
      {at !== null && `${moment(at)}: `}
      {because === 'redirect' ? (
        <>
          {typeof to === 'string' ? t('page_redirect_to', shownName(to)) : t('page_redirect')}{' '}
          <OutsideLink address={typeof source === 'string' ? source : null}>{t('page_open')}</OutsideLink>
        </>
      ) : key ? (
        t(key)
      ) : (
        whyMissing(why)
      )}
    </p>
  );
}
