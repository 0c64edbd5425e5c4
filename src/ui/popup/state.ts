import type { GapReason } from '../../model/bodies';
import type { Report } from '../../model/session';
import type { ExportJob, ReadJob } from '../../store/job-rows';
import type { SessionRow } from '../../store/rows';
import type { Summary } from '../summary';

/** Why there is nothing to keep here. */
export type Elsewhere = 'no-site' | 'no-conversation' | 'no-access';

/** What is computed from the log of the kept session. */
export interface About {
  readonly summary: Summary;
  readonly report: Report;
}

/** Everything the popup says of a chat. */
export interface Chat {
  readonly kind: 'chat';
  readonly siteName: string;
  /** The site is granted for good. */
  readonly permitted: boolean;
  readonly kept: SessionRow | null;
  /** What the kept session takes in the browser, in bytes; null while it is not known. */
  readonly bytes: number | null;
  /** The browser promised not to clear what we keep. */
  readonly persisted: boolean;
  readonly about: About | null;
  readonly read: ReadJob | null;
  readonly exported: ExportJob | null;
  /** A sentence on what failed just now, or null. */
  readonly trouble: string | null;
}

export type PopupState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly sentence: string }
  | {
      readonly kind: 'elsewhere';
      readonly because: Elsewhere;
      readonly siteName: string | null;
      readonly permitted: boolean;
    }
  | Chat;

/** The gaps of a summary, most frequent first. */
export const gapList = ({ gaps }: Summary): (readonly [GapReason, number])[] => [...gaps].sort(([, a], [, b]) => b - a);
