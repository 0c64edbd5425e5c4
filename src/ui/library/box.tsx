import { type MessageKey, t } from '../../platform/strings';

interface BoxProps {
  readonly name: string;
  readonly label: MessageKey;
  readonly why: MessageKey;
  readonly on: boolean;
  readonly onTurn: (on: boolean) => void;
}

/** A setting that is on or off, with a sentence. */
export function Box({ name, label, why, on, onTurn }: BoxProps) {
  return (
    <div>
      <label class="row">
        <input
          id={`setting-${name}`}
          type="checkbox"
          checked={on}
          aria-describedby={`${name}-why`}
          onChange={(event) => onTurn(event.currentTarget.checked)}
        />
        {t(label)}
      </label>
      <p class="quiet" id={`${name}-why`}>
        {t(why)}
      </p>
    </div>
  );
}
