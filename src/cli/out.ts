import { visible } from '../handoff/marks';

/** Where the command line speaks: results to one side, complaints to the other. */
export interface Out {
  /** One line. What it quotes may come from a stranger: nothing in it steers a terminal or begins another line. */
  say(line: string): void;
  complain(line: string): void;
  /** A document of several lines: as it is, but for a terminal made visible like a line. */
  text(document: string): void;
}

/** Speaks through two functions that write. `isTerminal`: whether results go to a screen. */
export function outTo(
  write: { readonly result: (text: string) => void; readonly complaint: (text: string) => void },
  isTerminal: boolean,
): Out {
  return {
    say: (line) => write.result(`${visible(line)}\n`),
    complain: (line) => write.complaint(`${visible(line)}\n`),
    text: (document) => write.result(`${isTerminal ? document.replace(/[^\n\t]+/g, visible) : document}\n`),
  };
}
