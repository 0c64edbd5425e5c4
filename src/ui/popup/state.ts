import type { Event } from '../../model/event';
import type { Report } from '../../model/session';
import type { ExportJob, FilesJob, ReadJob } from '../../store/job-rows';
import type { SessionRow } from '../../store/rows';
import type { Summary } from '../summary';

/** Why there is nothing to keep here. */
export type Elsewhere = 'no-site' | 'no-conversation' | 'no-access';

/** What is computed from the log of the kept session. */
export interface About {
  readonly summary: Summary;
  readonly report: Report;
  readonly lacks: readonly Lack[];
}

/** One thing that is missing, with its place in the library. */
export interface Lack {
  readonly gap: Event<'gap'>;
  /** What the event is called, such as `V-0142`. */
  readonly number: string;
  /** The place in an address at which it is shown. */
  readonly place: string;
  /** How many gaps say the same of the same thing. */
  readonly times: number;
}

/** Everything the popup says of a chat. */
export interface Chat {
  readonly kind: 'chat';
  readonly siteName: string;
  /** The site is granted for good. */
  readonly permitted: boolean;
  readonly kept: SessionRow | null;
  /** What the kept session is called; empty where none is kept. */
  readonly name: string;
  /** What the kept session takes in the browser, in bytes; null while it is not known. */
  readonly bytes: number | null;
  /** The browser promised not to clear what we keep. */
  readonly persisted: boolean;
  readonly about: About | null;
  readonly read: ReadJob | null;
  readonly exported: ExportJob | null;
  /** The fetching of its files that goes on, or ended just now. */
  readonly files: FilesJob | null;
  /** The host that has files of it and is not allowed; null: there is none. */
  readonly host: string | null;
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
