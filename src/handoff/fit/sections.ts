import type { Size } from './shorten';

/** A section of the handoff. */
export interface Section {
  readonly name: string;
  /** What has the lowest number is shortened last; of 0 something always stays. */
  readonly keep: number;
  /**
   * Writes it in about so many characters; empty: there is nothing to say.
   * @param limit without end: as it is where nothing has to fit
   */
  readonly write: (limit: number) => string;
}

/** How sections are made to fit: room in tokens. */
export interface SectionRoom {
  readonly room: number;
  readonly size: Size;
}

/** Longer than any section may get. */
const ALL = 1_000_000;
/** The shares of the room that sections which always stay may take where they do not fit. */
const MUST = 0.45;
/** What a section may take of what is left for it and those after it. */
const SHARE = 0.5;
/** Less is no section. */
const LEAST = 50;

/** Sections that fit: each as it is, shorter, or (never those of 0) not there, which a last line says. */
export function fitSections(sections: readonly Section[], { room, size }: SectionRoom): string[] {
  const full = sections.map(({ write }) => sized(write(ALL), size));
  if (sum(full) <= room) return full.map(({ text }) => text);
  const texts = full.map(({ text }) => text);
  const shorten = (at: number, most: number): number => {
    const own = full[at];
    const section = sections[at];
    if (!own || !section || own.tokens <= most) return own?.tokens ?? 0;
    const short = shorter(section, own, most, size);
    texts[at] = short.text;
    return short.tokens;
  };
  const inOrder = sections.map(({ keep }, at) => ({ keep, at })).sort((a, b) => a.keep - b.keep);
  const [must, may] = [inOrder.filter(({ keep }) => keep === 0), inOrder.filter(({ keep }) => keep > 0)];
  let left = room - NOTE;
  const needed = must.reduce((total, { at }) => total + (full[at]?.tokens ?? 0), 0);
  for (const { at } of bySize(must, full))
    left -= needed <= room - NOTE ? (full[at]?.tokens ?? 0) : shorten(at, Math.max(left * MUST, LEAST));
  for (const [index, { at }] of may.entries()) left -= shorten(at, index === may.length - 1 ? left : left * SHARE);
  const gone = sections.filter((_, at) => full[at]?.text !== '' && texts[at] === '').map(({ name }) => name);
  return gone.length === 0 ? texts : [...texts, `Left out to fit: ${gone.join(', ')}. The archive has all of it.`];
}

/** For the line that names what is left out. */
const NOTE = 60;

interface Sized {
  readonly text: string;
  readonly tokens: number;
}

const sized = (text: string, size: Size): Sized => ({ text, tokens: text === '' ? 0 : size(text) + 1 });

const sum = (all: readonly Sized[]): number => all.reduce((total, { tokens }) => total + tokens, 0);

/** The small ones first: what they do not take is there for the others. */
const bySize = <T extends { readonly at: number }>(list: readonly T[], full: readonly Sized[]): T[] =>
  list.toSorted((a, b) => (full[a.at]?.tokens ?? 0) - (full[b.at]?.tokens ?? 0));

/** A section in so many tokens; of one that always stays, the least there is. */
function shorter({ write, keep }: Section, { text, tokens }: Sized, most: number, size: Size): Sized {
  let limit = (text.length / tokens) * most * 0.9;
  let short: Sized = { text: '', tokens: 0 };
  for (let tries = 0; tries < 6 && (most >= LEAST || keep === 0); tries++) {
    short = sized(write(Math.max(Math.floor(limit), 0)), size);
    if (short.tokens <= most) return short;
    limit *= 0.6;
  }
  return keep === 0 ? short : sized(write(0) && '', size);
}
