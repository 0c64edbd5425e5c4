import { targets } from '../handoff/targets';

/** What `--help` prints, and what every misuse is answered with. */
export const USAGE = `valise: packs AI chat sessions into archives, and reads them again

  valise pack FILE… [--site ID] [--only NATIVE_ID…] [--at TIME] --out X.zip
  valise verify X.zip [--json] [--reread]
  valise report X.zip [--json]
  valise show X.zip [--session SLUG] [--format md|jsonl|handoff]
  valise continue X.zip --to TARGET --out FILE [--session SLUG] [--branch V-NUMBER]
                        [--budget TOKENS] [--leave-out secrets,personal]

TARGET is one of ${targets.map(({ name }) => name).join(', ')}.
V-NUMBER is the last event of a branch, as the archive's pages number it; default: the branch the person was on.
TOKENS is what the next model has room for (4k, 16k, 64k, 200k; default: free): what is left out to fit is named.
SLUG is asked for where the archive holds several sessions.
Exit codes: 0 done, 1 something could not be read or is not sound (the last line of stderr says which and why), 2 usage.`;
