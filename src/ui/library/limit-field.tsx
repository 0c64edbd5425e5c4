import { useEffect, useState } from 'preact/hooks';
import { type MessageKey, t } from '../../platform/strings';
import { LIMITS, type LimitName } from '../../store/settings';
import { count } from '../format';

const MIB = 1024 * 1024;

interface Told {
  readonly label: MessageKey;
  readonly why: MessageKey;
  readonly unit: MessageKey | null;
  /** How much one of its unit is. */
  readonly per: number;
}

const bytes = { unit: 'unit_mib', per: MIB } as const;
const minutes = { unit: 'unit_minutes', per: 60 } as const;
const seconds = { unit: 'unit_seconds', per: 1 } as const;
const many = { unit: null, per: 1 } as const;

const TOLD: Record<LimitName, Told> = {
  largestFile: { label: 'limit_largest_file', why: 'limit_largest_file_why', ...bytes },
  fileSeconds: { label: 'limit_file_seconds', why: 'limit_file_seconds_why', ...seconds },
  filesAtOnce: { label: 'limit_files_at_once', why: 'limit_files_at_once_why', ...many },
  mostFiles: { label: 'limit_most_files', why: 'limit_most_files_why', ...many },
  pageBytes: { label: 'limit_page_bytes', why: 'limit_page_bytes_why', ...bytes },
  pageSeconds: { label: 'limit_page_seconds', why: 'limit_page_seconds_why', ...seconds },
  pageImages: { label: 'limit_page_images', why: 'limit_page_images_why', ...many },
  folderQuiet: { label: 'limit_folder_quiet', why: 'limit_folder_quiet_why', ...minutes },
  quietSeconds: { label: 'limit_quiet_seconds', why: 'limit_quiet_seconds_why', ...seconds },
  imageBytes: { label: 'limit_image_bytes', why: 'limit_image_bytes_why', ...bytes },
  backupPart: { label: 'limit_backup_part', why: 'limit_backup_part_why', ...bytes },
};

interface LimitFieldProps {
  readonly name: LimitName;
  readonly value: number;
  readonly onChoose: (value: number) => void;
}

/** A limit as a number that can be typed: what is no whole number in its range is not taken, and a sentence says so. */
export function LimitField({ name, value, onChoose }: LimitFieldProps) {
  const { label, why, unit, per } = TOLD[name];
  const [least, most] = [Math.ceil(LIMITS[name].least / per), Math.floor(LIMITS[name].most / per)];
  const shown = String(Math.round((value / per) * 100) / 100);
  const [typed, setTyped] = useState(shown);
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    setTyped(shown);
    setWrong(false);
  }, [shown]);
  const take = (text: string): void => {
    setTyped(text);
    const chosen = /^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN;
    const isTaken = chosen >= least && chosen <= most;
    setWrong(!isTaken);
    if (isTaken && chosen * per !== value) onChoose(chosen * per);
  };
  return (
    <div class="limit">
      <label for={`setting-${name}`}>{t(label)}</label>
      <div class="row">
        <input
          id={`setting-${name}`}
          type="number"
          inputMode="numeric"
          min={least}
          max={most}
          step={1}
          value={typed}
          aria-invalid={isWrong}
          aria-describedby={`${name}-why`}
          onChange={(event) => take(event.currentTarget.value)}
        />
        {unit !== null && <span>{t(unit)}</span>}
      </div>
      <p class="quiet" id={`${name}-why`}>
        {t(why)}
      </p>
      {isWrong && (
        <p class="say bad" role="alert">
          {t('limit_range', count(least), count(most))}
        </p>
      )}
    </div>
  );
}
