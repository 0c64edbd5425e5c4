import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Database } from '../../store/database';
import type { SessionRow } from '../../store/rows';

/** What the list of files needs of the library that shows it. */
export interface FilesDoors {
  readonly db: Database;
  readonly row: SessionRow;
  /** Asks for files again, by the gaps that stand for them. */
  readonly fetchAgain: (gaps: readonly string[]) => void;
}

const FilesContext = createContext<FilesDoors | null>(null);
export const FilesProvider = FilesContext.Provider;

/** Null where a session is only shown: nothing can be asked for then. */
export const useFilesDoors = (): FilesDoors | null => useContext(FilesContext);
