import { useState } from 'preact/hooks';
import { shownName } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { Dialog } from '../dialog';

/** A picture as wide as the text; pressed, as large as the window. */
export function Picture({ url, alt }: { url: string; alt: string }) {
  const [isLarge, setLarge] = useState(false);
  const words = shownName(alt);
  return (
    <>
      <button type="button" class="picture" aria-label={t('image_enlarge', words)} onClick={() => setLarge(true)}>
        <img class="seen" src={url} alt={words} loading="lazy" />
      </button>
      {isLarge && (
        <Dialog title={words} class="large" onClose={() => setLarge(false)}>
          <img src={url} alt={words} />
          <div class="row">
            <button type="button" onClick={() => setLarge(false)}>
              {t('button_close')}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
