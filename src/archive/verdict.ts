/** One thing that is wrong with an archive: where, and what, in a sentence a person can read. */
export interface Flaw {
  /** The entry's path below the top folder, or the empty text for the archive itself. */
  readonly where: string;
  readonly rule: string;
  readonly sentence: string;
}

/** Why an archive is not opened at all. */
export interface Refused {
  readonly kind: 'refused';
  readonly flaw: Flaw;
}

export const refused = (where: string, rule: string, sentence: string): Refused => ({
  kind: 'refused',
  flaw: { where, rule, sentence },
});
/** Rules about what a session has or lacks, and not about how the archive was made: they come along when it is packed again. */
const OF_CONTENT: ReadonlySet<string> = new Set(['artifact-missing', 'raw', 'frame', 'container']);
export const isOfContent = ({ rule }: Flaw): boolean => OF_CONTENT.has(rule);

export const flaw = (where: string, rule: string, sentence: string): Flaw => ({ where, rule, sentence });
