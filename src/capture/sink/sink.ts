import type { Recorder } from '../../intake/record';
import type { Reader, Site } from '../../providers/contract';
import type { Database } from '../../store/database';

/** What the sink works with: given by the entrypoint, or by a test. */
export interface Sink {
  readonly db: Database;
  readonly sites: readonly Site[];
  readerOf(site: string): Reader | null;
  /** Milliseconds since 1970. */
  now(): number;
  newId(): string;
  /** Who records. The account is not asked for: a site says it in what is read, or not at all. */
  about(): Promise<Pick<Recorder, 'release' | 'browser' | 'os'>>;
}
