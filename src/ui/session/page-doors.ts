/** What keeping copies of cited pages needs of the world; there where the session is ours and can grow. */
export interface PageDoors {
  /** Which of these match patterns are granted by now. */
  granted(patterns: readonly string[]): Promise<readonly string[]>;
  /** Asks the browser for exactly these: to be called first in a click. */
  request(patterns: readonly string[]): Promise<boolean>;
  giveBack(patterns: readonly string[]): Promise<void>;
  /** Begins the job. `giveBack`: what is given back at its end; `images`: also the pictures on the same servers. */
  keep(urls: readonly string[], giveBack: readonly string[], images: boolean): void;
}
