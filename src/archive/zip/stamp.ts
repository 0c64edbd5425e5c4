/** What every entry says of itself beside its name and content: never the machine, the clock or the person. */
export const STAMP = {
  /** 1980-01-01 00:00:00, the first date a zip can hold, as the two DOS words. */
  dosTime: 0x0021_0000,
  date: Date.UTC(1980, 0, 1),
  /** A regular file that its owner may write and everybody read. */
  unixMode: 0o100644,
  /** "Made by Unix, version 3.0": so that the mode counts. */
  madeBy: 0x031e,
  /** The name is UTF-8. */
  utf8Flag: 0x0800,
} as const;
