import { weighed } from '../../../src/handoff/fit/weights';
import { dice } from '../compose';
import { COMMON, coverage, klSum, sumBasic } from './frequency';
import { countsOf, type Passage } from './passages';
import { byScore, greedy, type Method, taken } from './taking';
import { isName, termsIn } from './terms';
import { centreOf, cosine, rarityIn, type Vector, vectorOf } from './vectors';

function vectorsOf(passages: readonly Passage[]): { vectors: Vector[]; rarity: (term: string) => number } {
  const rarity = rarityIn(passages);
  return { vectors: passages.map(({ terms }) => vectorOf(terms, rarity)), rarity };
}

const random =
  (seed: number): Method =>
  ({ passages, room }) => {
    const roll = dice(seed);
    return taken(
      passages
        .map((passage) => ({ passage, key: roll(2 ** 30) }))
        .sort((a, b) => a.key - b.key)
        .map(({ passage }) => passage),
      room,
    );
  };

const first: Method = ({ passages, room }) => taken(passages, room);
const latest: Method = ({ passages, room }) => taken(passages.toReversed(), room);
const ends: Method = ({ passages, room }) => {
  const begin = taken(passages, room / 2);
  const had = new Set(begin);
  return [...begin, ...taken(passages.filter((passage) => !had.has(passage)).toReversed(), room / 2)];
};

const longest = byScore(({ passages }) => passages.map(({ terms }) => terms.size));

/** How near each is to what all have in common (Radev and others, 2004). */
const centroid = byScore(({ passages }) => {
  const { vectors } = vectorsOf(passages);
  const centre = centreOf(vectors);
  return vectors.map((vector) => cosine(vector, centre));
});

/** How much each has of what the last exchange is about. */
const likeLast = byScore(({ passages, exchange }) => {
  const { vectors, rarity } = vectorsOf(passages);
  const asked = vectorOf(countsOf(exchange.flatMap(termsIn)), rarity);
  return vectors.map((vector) => cosine(vector, asked));
});

/** Near to the centre, and far from what was chosen before (Carbonell and Goldstein, 1998). */
const marginal: Method = (choice) => {
  const { vectors } = vectorsOf(choice.passages);
  const centre = centreOf(vectors);
  const known = new Map(
    choice.passages.map((passage, at) => [passage, { vector: vectors[at] ?? centre, most: 0, seen: 0 }]),
  );
  const kept: Vector[] = [];
  return greedy(choice, {
    gain: (passage) => {
      const own = known.get(passage);
      if (!own) return 0;
      for (; own.seen < kept.length; own.seen++)
        own.most = Math.max(own.most, cosine(own.vector, kept[own.seen] ?? centre));
      // never less than nothing: what is too much like another still comes before empty room
      return (1 + 0.7 * cosine(own.vector, centre) - 0.3 * own.most) * passage.size;
    },
    take: (passage) => kept.push(known.get(passage)?.vector ?? centre),
  });
};

/** Passages that are like many that are like many (Erkan and Radev, 2004). */
const lexRank = byScore(({ passages }) => {
  const { vectors } = vectorsOf(passages);
  const links = linksBetween(vectors);
  let ranks = vectors.map(() => 1 / vectors.length);
  for (let round = 0; round < 15; round++) {
    const next = vectors.map(() => 0.15 / vectors.length);
    for (const [from, to] of links.entries())
      for (const at of to) next[at] = (next[at] ?? 0) + (0.85 * (ranks[from] ?? 0)) / to.length;
    ranks = next;
  }
  return ranks;
});

/** Of each, those that are like it: by 0.1 at least, over terms that are in few of them. */
function linksBetween(vectors: readonly Vector[]): number[][] {
  const holders = new Map<string, number[]>();
  for (const [at, vector] of vectors.entries())
    for (const term of vector.keys()) {
      const list = holders.get(term);
      if (list) list.push(at);
      else holders.set(term, [at]);
    }
  const few = Math.max(vectors.length * COMMON, 3);
  return vectors.map((vector, own) => {
    const sums = new Map<number, number>();
    for (const [term, weight] of vector) {
      const list = holders.get(term) ?? [];
      if (list.length <= few)
        for (const at of list) sums.set(at, (sums.get(at) ?? 0) + weight * (vectors[at]?.get(term) ?? 0));
    }
    return [...sums].filter(([at, like]) => at !== own && like >= 0.1).map(([at]) => at);
  });
}

const CUES =
  /\b(?:decid|must|never|always|instead|because|important|let(?:’|')s|we(?:’|')ll|should|don(?:’|')t|want|agreed|fail|error|todo|next)/i;

/** Who speaks, where it stands, cue words, names: what features of meetings were found to help. */
const features = byScore(({ passages }) => {
  const turns = (passages.at(-1)?.turn ?? 0) + 1;
  return passages.map(({ piece, at, text, turn, terms }) => {
    const names = [...terms.keys()].filter(isName).length / Math.max(terms.size, 1);
    const cue = CUES.test(text) ? 1.5 : 1;
    const place = (at === 0 ? 1.5 : 1) * (0.5 + turn / turns);
    return weighed(piece) * cue * place * (0.5 + names);
  });
});

export const METHODS: Readonly<Record<string, readonly Method[]>> = {
  'at random': [random(1), random(2), random(3)],
  'the first': [first],
  'the latest': [latest],
  'the first and the latest': [ends],
  'the longest': [longest],
  'TF-IDF centroid': [centroid],
  MMR: [marginal],
  SumBasic: [sumBasic],
  'KL-Sum': [klSum],
  LexRank: [lexRank],
  features: [features],
  'like the last exchange': [likeLast],
  coverage: [coverage(() => 1)],
  'coverage, by weight': [coverage(({ piece }) => weighed(piece))],
};
