import type { Composer } from '../../providers/contract';

/** A file to be attached, as it travels into the page. */
export interface AskedFile {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

/** What is to be put into a page's composer. */
export interface Asked {
  readonly text: string;
  readonly files: readonly AskedFile[];
  /** Goes instead of a text that the composer does not take whole: the file that has the text, and words that point at it. */
  readonly instead: { readonly file: AskedFile; readonly words: string };
  /** What is known of the site's composer, where it is a listed one. (A browser may drop what is null on the way.) */
  readonly composer?: Composer;
  /** How long a page may take to show its composer, in milliseconds. */
  readonly patience: number;
}

/** What became of a file. `unseen`: the page took it, and shows nothing of it. */
export interface PlacedFile {
  readonly name: string;
  readonly state: 'shown' | 'unseen' | 'refused';
}

/** What the person had written there before: it stands above what was placed, unless the page changed it. */
export type OwnText = 'none' | 'kept' | 'changed';

interface Common {
  readonly own: OwnText;
  readonly files: readonly PlacedFile[];
  /** The composer was not where the site is known to have it. */
  readonly moved: boolean;
}

/**
 * What is there after all, as it was read back. `formatted`: the same words, though the composer shows their marks in its
 * own way. `file`: as an attached file with a few words. `site-file`: the page itself seems to have made a file of it.
 */
export type Placed =
  | (Common & { readonly kind: 'placed'; readonly as: 'whole' | 'formatted' | 'file' | 'site-file' })
  | (Common & {
      readonly kind: 'differs';
      /** Characters meant, found, and the same from the beginning on. */
      readonly meant: number;
      readonly found: number;
      readonly same: number;
    })
  | (Common & { readonly kind: 'refused'; readonly because: 'no-composer' | 'signed-out' | 'nothing-taken' | 'file' });
