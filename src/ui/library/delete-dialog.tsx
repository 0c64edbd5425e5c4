import { useEffect, useState } from 'preact/hooks';
import { t } from '../../platform/strings';
import type { Database } from '../../store/database';
import type { DeletionPlan } from '../../store/forget';
import type { SessionRow } from '../../store/rows';
import { Dialog } from '../dialog';
import { count, size } from '../format';
import { useName } from '../name';
import { errorSentence } from '../sentences';

interface DeleteDialogProps {
  readonly db: Database;
  /** Says what would go; changes nothing. */
  readonly plan: () => Promise<DeletionPlan>;
  readonly carryOut: () => Promise<DeletionPlan>;
  readonly onClose: (done: DeletionPlan | null) => void;
}

/** Titles listed one by one; the rest is counted. */
const SHOWN = 10;

/** What deleting takes away and what it does not, then the question. */
export function DeleteDialog({ db, plan, carryOut, onClose }: DeleteDialogProps) {
  const [planned, setPlanned] = useState<DeletionPlan | null>(null);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    plan().then(setPlanned, (error) => setTrouble(errorSentence(error)));
  }, [plan]);
  const go = (): void => {
    setBusy(true);
    carryOut().then(onClose, (error) => {
      setBusy(false);
      setTrouble(errorSentence(error));
    });
  };
  return (
    <Dialog title={t('delete_title')} onClose={() => onClose(null)}>
      {planned && <WhatGoes db={db} plan={planned} />}
      <p class="say careful">{t('delete_not_there')}</p>
      {trouble !== null && (
        <p class="say bad" role="alert">
          {trouble}
        </p>
      )}
      <div class="row">
        <button type="button" class="danger" disabled={!planned || busy} onClick={go}>
          {t('delete_confirm')}
        </button>
        <button type="button" onClick={() => onClose(null)}>
          {t('button_cancel')}
        </button>
      </div>
    </Dialog>
  );
}

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
