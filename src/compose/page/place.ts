import type { Asked, Placed, PlacedFile } from './asked';
import { attach } from './files';
import { composerSoon, isSignedOut } from './find';
import { type Likeness, plain } from './same';
import { below, ownIn, roomIn, type Spot, settled, spotOf } from './spot';
import { takeBack, write } from './write';

/**
 * Puts a text and files into the page's composer, and says what is there after that. It sends nothing: there is no key
 * pressed, no button and no form. What the person has written there stays above it.
 */
export async function place(asked: Asked): Promise<Placed> {
  const known = asked.composer ?? null;
  const found = await composerSoon(known, asked.patience);
  if (!found) {
    const because = isSignedOut() ? 'signed-out' : 'no-composer';
    return { kind: 'refused', because, own: 'none', files: [], moved: false };
  }
  const spot = spotOf(known, found);
  const text = unambiguous(asked.text);
  if (text === '' || isThere(spot, text)) return withFiles(spot, asked, '');
  const added = below(spot, text);
  const hasRoom = spot.before.length + added.length <= roomIn(spot);
  return hasRoom ? asText(spot, asked, added) : asFile(spot, asked);
}

/** What is placed a second time stands there already: it is not said twice. */
const isThere = (spot: Spot, text: string): boolean => plain(spot.before).endsWith(plain(text));

/** The text itself; as a file where the composer turns out to be too small for it. */
async function asText(spot: Spot, asked: Asked, added: string): Promise<Placed> {
  const written = await write(spot, added);
  if (written.kind === 'untouched') return told(spot, { kind: 'refused', because: 'nothing-taken' }, []);
  if (written.kind === 'cut' && (await takeBack(spot))) return asFile(spot, asked);
  if (written.kind === 'site-file') {
    const files = await attach(spot, asked.files, false);
    return told(spot, { kind: 'placed', as: 'site-file' }, files);
  }
  return asked.files.length > 0 ? withFiles(spot, asked, added) : told(spot, outcomeOf(written, added), []);
}

/** The files, and a last look at what is there. `added`: what was written; nothing where it stood there already. */
async function withFiles(spot: Spot, { files: wanted }: Asked, added: string): Promise<Placed> {
  const files = await attach(spot, wanted, added === '');
  return told(spot, outcomeOf(await settled(spot, added), added), files);
}

/** A menu that opens at `/word` or `@word` in front of the caret would take the next key: a blank closes it. */
const unambiguous = (text: string): string => (/(?:^|\s)[/@#:]\S*$/.test(text) ? `${text} ` : text);

type Outcome =
  | Omit<Extract<Placed, { kind: 'placed' }>, 'own' | 'files' | 'moved'>
  | Omit<Extract<Placed, { kind: 'differs' }>, 'own' | 'files' | 'moved'>
  | Omit<Extract<Placed, { kind: 'refused' }>, 'own' | 'files' | 'moved'>;

const told = (spot: Spot, outcome: Outcome, files: readonly PlacedFile[]): Placed => ({
  ...outcome,
  own: ownIn(spot),
  files,
  moved: spot.moved,
});

/** What is to be said of a text that has been in the composer for a while. */
function outcomeOf(written: Likeness, added: string): Outcome {
  if (written.kind === 'whole' || written.kind === 'formatted') return { kind: 'placed', as: written.kind };
  if (written.kind === 'differs') return written;
  return { kind: 'differs', meant: plain(added).length, found: 0, same: 0 };
}

/** The text as a file, with words that point at it. Without the file no words. */
async function asFile(spot: Spot, { instead, files: wanted }: Asked): Promise<Placed> {
  const again = isThere(spot, instead.words);
  const first = await attach(spot, [instead.file], again);
  if (first.some(({ state }) => state !== 'shown')) return told(spot, { kind: 'refused', because: 'file' }, first);
  const files = [...first, ...(await attach(spot, wanted, again))];
  const added = again ? '' : below(spot, instead.words);
  if (!again) await write(spot, added);
  const outcome = outcomeOf(await settled(spot, added), added);
  return told(spot, outcome.kind === 'placed' ? { kind: 'placed', as: 'file' } : outcome, files);
}
