import { useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Unread } from '../../projection/unread';
import { Icon } from '../icon';
import { errorSentence } from '../sentences';

interface UnreadNoticeProps {
  readonly unread: readonly Unread[];
  /** Reads all of the session again, or null where it may not change (a copy). Gives how many are left unread. */
  readonly readAgain: (() => Promise<number>) | null;
  /** The drift report, for those who make the readers. */
  readonly report: () => string;
}

/** What is kept of a session and not yet readable, and what can be done about it. Nothing where all is read. */
export function UnreadNotice({ unread, readAgain, report }: UnreadNoticeProps) {
  const { busy, said, attempt } = useSaid();
  if (unread.length === 0 && said === null) return null;
  const again = (): void =>
    attempt(async () => {
      const left = (await readAgain?.()) ?? unread.length;
      return left === 0 ? t('unread_none_left') : t('unread_left', left);
    });
  const copy = (): void =>
    attempt(async () => {
      await navigator.clipboard.writeText(report());
      return t('unread_copied');
    });
  return (
    <section class="say careful stack" aria-label={t('unread_title')}>
      {unread.length > 0 && <p>{t('unread_words', unread.length)}</p>}
      {unread.length > 0 && (
        <div class="row">
          {readAgain && (
            <button type="button" disabled={busy} onClick={again}>
              {t('unread_again')}
            </button>
          )}
          <button type="button" disabled={busy} onClick={copy}>
            <Icon name="copy" />
            {t('unread_copy')}
          </button>
        </div>
      )}
      <p role="status" class={said === null ? 'unseen' : 'quiet'}>
        {said}
      </p>
    </section>
  );
}

function useSaid() {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const attempt = (work: () => Promise<string>): void => {
    setBusy(true);
    const tell = (words: string): void => {
      setSaid(words);
      setBusy(false);
    };
    work().then(tell, (error: unknown) => tell(errorSentence(error)));
  };
  return { busy, said, attempt };
}
