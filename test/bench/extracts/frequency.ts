import type { Passage } from './passages';
import { greedy, type Method } from './taking';
import { rarityIn } from './vectors';

// Methods that look at how often terms are met, and count what was said before for less.

/** The most frequent terms first; a term that was said counts less the next time (Nenkova and Vanderwende, 2005). */
export const sumBasic: Method = (choice) => {
  const shares = sharesOf(choice.passages);
  const value = ({ terms }: Passage): number =>
    [...terms.keys()].reduce((sum, term) => sum + (shares.get(term) ?? 0), 0) / Math.max(terms.size, 1);
  return greedy(choice, {
    gain: (passage) => value(passage) * passage.size, // the mean counts, whatever room it takes
    take: ({ terms }) => {
      for (const term of terms.keys()) shares.set(term, (shares.get(term) ?? 0) ** 2);
    },
  });
};

/** How often a term is met among all; those of nearly every passage, as a list of stop words would do, are none. */
function sharesOf(passages: readonly Passage[]): Map<string, number> {
  const counts = new Map<string, number>();
  const spread = new Map<string, number>();
  let all = 0;
  for (const { terms } of passages)
    for (const [term, count] of terms) {
      counts.set(term, (counts.get(term) ?? 0) + count);
      spread.set(term, (spread.get(term) ?? 0) + 1);
      all += count;
    }
  const most = Math.max(passages.length * COMMON, 3);
  return new Map([...counts].flatMap(([term, count]) => ((spread.get(term) ?? 0) > most ? [] : [[term, count / all]])));
}

/** In more of the passages than this a term is common. */
export const COMMON = 0.1;

/** So that what is chosen has each term as often as all have it (Haghighi and Vanderwende, 2009). */
export const klSum: Method = (choice) => {
  const shares = sharesOf(choice.passages);
  const said = new Map<string, number>();
  // the divergence of all from what is chosen falls by the logarithm of how often a term was said; for room alike
  return greedy(choice, {
    gain: ({ terms }) => {
      let sum = 0;
      for (const [term, count] of terms) {
        const before = said.get(term) ?? 0;
        sum += (shares.get(term) ?? 0) * Math.log((before + count + 0.1) / (before + 0.1));
      }
      return sum;
    },
    take: ({ terms }) => {
      for (const [term, count] of terms) said.set(term, (said.get(term) ?? 0) + count);
    },
  });
};

/** What is worth most of terms that stand in several passages, each counted once (coverage; Lin and Bilmes, 2010). */
export const coverage =
  (weigh: (passage: Passage) => number): Method =>
  (choice) => {
    const rarity = rarityIn(choice.passages);
    const shares = sharesOf(choice.passages);
    const turns = turnsWith(choice.passages);
    const best = new Map<string, number>();
    const values = new Map(
      [...turns].flatMap(([term, many]) =>
        many > 1 && shares.has(term) ? [[term, rarity(term) * Math.log2(1 + many)]] : [],
      ),
    );
    return greedy(choice, {
      gain: (passage) => {
        const own = weigh(passage);
        let sum = 0;
        for (const term of passage.terms.keys()) {
          const more = own - (best.get(term) ?? 0);
          if (more > 0) sum += more * (values.get(term) ?? 0);
        }
        return sum;
      },
      take: (passage) => {
        const own = weigh(passage);
        for (const term of passage.terms.keys()) best.set(term, Math.max(own, best.get(term) ?? 0));
      },
    });
  };

/** In how many turns a term stands. */
function turnsWith(passages: readonly Passage[]): Map<string, number> {
  const last = new Map<string, number>();
  const counts = new Map<string, number>();
  for (const { turn, terms } of passages)
    for (const term of terms.keys())
      if (last.get(term) !== turn) {
        last.set(term, turn);
        counts.set(term, (counts.get(term) ?? 0) + 1);
      }
  return counts;
}
