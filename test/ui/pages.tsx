import type { Report } from '../../src/model/session';
import type { SessionView } from '../../src/projection/view';
import type { Database } from '../../src/store/database';
import type { Grants, LibraryDoors } from '../../src/ui/library/doors';
import { Library } from '../../src/ui/library/library';
import { SessionReader } from '../../src/ui/session/reader';
import { shown } from './render';

interface Opened {
  readonly target?: string;
  readonly sought?: string;
  readonly report?: Report;
}

/** A session opened to be read, of which no bytes are there. */
export const readerOf = (view: SessionView, { target, sought, report }: Opened = {}): Promise<HTMLElement> =>
  shown(
    <SessionReader
      session="11111111-1111-4111-8111-111111111111"
      view={view}
      report={report ?? null}
      bytesOf={async () => null}
      target={target ?? null}
      {...(sought === undefined ? {} : { sought })}
    >
      <h1>Title</h1>
    </SessionReader>,
  );

/** A browser that grants nothing. */
export const noGrants: Grants = {
  granted: async () => [],
  request: async () => false,
  giveBack: async () => undefined,
};

/** The library over a database, in a browser that answers nothing. */
export const libraryOver = (
  db: Database,
  wide = true,
  send: LibraryDoors['send'] = () => Promise.reject(new Error('nothing is sent here')),
): Promise<HTMLElement> =>
  shown(
    <Library
      db={db}
      send={send}
      now={() => 0}
      newId={() => ''}
      holder="test"
      grants={noGrants}
      durability={() => Promise.reject(new Error('not known'))}
      wide={wide}
    />,
  );
