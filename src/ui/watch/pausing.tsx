import { useEffect, useRef, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Site } from '../../providers/contract';
import type { Database } from '../../store/database';
import { pauseOf } from '../../store/pauses';
import { type Pause, readSettings } from '../../store/settings';
import { clock } from '../format';
import { answerOf, useLive } from '../live';
import { errorSentence } from '../sentences';
import type { WatchDoors } from './watch-doors';

interface PausingProps {
  readonly db: Database;
  readonly doors: WatchDoors;
  readonly site: Site;
  /** The chat in front, or null: no chat can be paused by itself here. */
  readonly conversation: string | null;
}

const HOUR = 60;

/** Pauses for a site that is watched, and for the chat in front; or that it is paused, and the way to go on. */
export function Pausing({ db, doors, site, conversation }: PausingProps) {
  const settings = answerOf(useLive(() => readSettings(db), [db]));
  const [trouble, setTrouble] = useState<string | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  const place = { site: site.id, conversation };
  const pause = settings ? pauseOf(settings, place, doors.now()) : null;
  const isPaused = pause !== null;
  useEffect(() => {
    // the button that was pressed is gone: the focus stays among those that stand in its place
    if (isPressed.current) row.current?.querySelector('button')?.focus();
    isPressed.current = false;
  }, [isPaused]);
  if (!settings) return null;
  const attempt = (work: () => Promise<unknown>): void => {
    setTrouble(null);
    isPressed.current = true;
    work().catch((error) => setTrouble(errorSentence(error)));
  };
  const begin = (what: string | null, minutes: number | null): void =>
    attempt(() => doors.send('watch.pause', { site: site.id, conversation: what, minutes }));
  return (
    <div class="stack">
      <p class={pause ? 'say careful' : 'unseen'} role="status">
        {pause && words(pause, site.name)}
      </p>
      <div class="row" ref={row}>
        {pause ? (
          <button type="button" onClick={() => attempt(() => doors.send('watch.resume', place))}>
            {t('watch_go_on')}
          </button>
        ) : (
          <>
            <button type="button" onClick={() => begin(null, HOUR)}>
              {t('watch_pause_hour')}
            </button>
            {conversation !== null && (
              <button type="button" onClick={() => begin(conversation, null)}>
                {t('watch_pause_chat')}
              </button>
            )}
            <button type="button" onClick={() => begin(null, null)}>
              {t('watch_pause_site', site.name)}
            </button>
          </>
        )}
      </div>
      {trouble !== null && (
        <p class="say bad" role="alert">
          {trouble}
        </p>
      )}
    </div>
  );
}

function words({ conversation, until }: Pause, name: string): string {
  if (until !== null) return t('watch_paused_until', name, clock(Date.parse(until)));
  return conversation === null ? t('watch_paused_site', name) : t('watch_paused_chat');
}
