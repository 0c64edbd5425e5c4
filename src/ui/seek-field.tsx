import { Icon } from './icon';

interface SeekFieldProps {
  readonly id: string;
  /** What it looks for; shown in it while it is empty. */
  readonly label: string;
  readonly words: string;
  readonly onWords: (words: string) => void;
  /** True if the key meant something here. */
  readonly onKey: (event: KeyboardEvent, field: HTMLInputElement) => boolean;
}

/** A field for words to look for. */
export const SeekField = ({ id, label, words, onWords, onKey }: SeekFieldProps) => (
  <div class="seek">
    <Icon name="search" />
    <input
      id={id}
      type="search"
      maxLength={200}
      aria-label={label}
      placeholder={label}
      value={words}
      onInput={(event) => onWords(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!event.isComposing && onKey(event, event.currentTarget)) event.preventDefault();
      }}
    />
  </div>
);
