import { useEffect, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { DeletionPlan } from '../../store/forget';
import type { SessionRow } from '../../store/rows';
import { Dialog } from '../dialog';
import { count, size } from '../format';
import { Icon } from '../icon';
import { Bar } from '../job-line';
import { nameOf, useName } from '../name';
import { errorSentence } from '../sentences';
import { type CarryOut, useDeletion } from './use-deletion';

/** What was deleted, and what the first of it was called. */
export interface Deleted extends DeletionPlan {
  readonly name: string;
}

interface DeleteDialogProps {
  readonly db: Database;
  /** Says what would go; changes nothing. */
  readonly plan: () => Promise<DeletionPlan>;
  readonly carryOut: CarryOut;
  readonly onClose: (done: Deleted | null) => void;
}

/** Titles listed one by one; the rest is counted. */
const SHOWN = 10;

/** What deleting takes away and what it does not, then the question; how far it is, and the way to have it all back. */
export function DeleteDialog({ db, plan, carryOut, onClose }: DeleteDialogProps) {
  const [planned, setPlanned] = useState<DeletionPlan | null>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    plan().then(setPlanned, (error) => setTrouble(errorSentence(error)));
  }, [plan]);
  const { progress, run, stop } = useDeletion(carryOut, (error) => setTrouble(errorSentence(error)));
  const go = async (): Promise<void> => {
    const [first] = planned?.sessions ?? [];
    const name = first ? await nameOf(db, first) : '';
    const done = await run();
    if (done) onClose({ ...done, name });
  };
  const leave = (): void => (progress ? stop() : onClose(null));
  return (
    <Dialog title={t('delete_title')} onClose={leave}>
      {planned ? <WhatGoes db={db} plan={planned} /> : trouble === null && <Looking />}
      <p class="say careful">{t('delete_not_there')}</p>
      {trouble !== null && (
        <p class="say bad" role="alert">
          {trouble}
        </p>
      )}
      <div class="stack" role="status">
        {progress && (
          <>
            <p>{t('delete_running')}</p>
            <Bar label={t('delete_running')} done={progress.done} total={progress.of} />
          </>
        )}
      </div>
      <div class="row">
        <button
          type="button"
          class="danger"
          disabled={!planned || progress !== null}
          onClick={() => {
            setTrouble(null);
            go().catch((error) => setTrouble(errorSentence(error)));
          }}
        >
          <Icon name="delete" />
          {t('delete_confirm')}
        </button>
        <button type="button" onClick={leave}>
          {t('button_cancel')}
        </button>
      </div>
    </Dialog>
  );
}

const Looking = () => (
  <>
    <p>{t('delete_looking')}</p>
    <Bar label={t('delete_looking')} done={0} total={null} />
  </>
);

function WhatGoes({ db, plan: { sessions, artifacts, bytes, shared } }: { db: Database; plan: DeletionPlan }) {
  const more = sessions.length - SHOWN;
  return (
    <>
      <ul class="flaws">
        {sessions.slice(0, SHOWN).map((row) => (
          <li key={row.id}>
            <Name db={db} row={row} />
          </li>
        ))}
        {more > 0 && <li>{t('list_more', count(more))}</li>}
      </ul>
      <p>
        {t('delete_plan', count(sessions.length), count(artifacts), size(bytes))}{' '}
        {shared > 0 && t('delete_shared', count(shared))}
      </p>
    </>
  );
}

const Name = ({ db, row }: { db: Database; row: SessionRow }) => <bdi>{useName(db, row)}</bdi>;
