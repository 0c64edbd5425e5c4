import { type ComponentChild, render } from 'preact';
import * as care from '../platform/care';
import { t } from '../platform/strings';
import { type Database, openDatabase } from '../store/database';
import { noteSessions } from '../store/loss';
import { keepFocusInView } from './into-view';
import { errorSentence, faultSentence } from './sentences';

/** Shows one of our pages over the database; a sentence where there is none, or no longer. */
export async function showPage(root: HTMLElement, page: (db: Database) => ComponentChild): Promise<void> {
  keepFocusInView(root);
  try {
    const db = await openDatabase({
      care,
      onReopened: noteSessions,
      onReplaced: () => render(<Replaced />, root),
      onBlocked: () => render(<Trouble sentence={faultSentence('storage-blocked')} />, root),
    });
    render(page(db), root);
  } catch (error) {
    render(<Trouble sentence={errorSentence(error)} />, root);
  }
}

const Trouble = ({ sentence }: { sentence: string }) => (
  <main class="alone stack">
    <h1>{t('extension_name')}</h1>
    <p class="say bad" role="alert">
      {sentence}
    </p>
  </main>
);

function Replaced() {
  return (
    <main class="alone stack">
      <h1>{t('extension_name')}</h1>
      <p class="say careful" role="alert">
        {t('library_replaced')}
      </p>
      <div class="row">
        <button type="button" onClick={() => location.reload()}>
          {t('library_reload')}
        </button>
      </div>
    </main>
  );
}
