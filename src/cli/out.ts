/** Where the command line speaks: results to one side, complaints to the other. */
export interface Out {
  say(line: string): void;
  complain(line: string): void;
}
