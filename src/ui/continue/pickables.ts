import { pickableIn } from '../../handoff/choice';
import { clipped, seenName } from '../../handoff/marks';
import { t } from '../../platform/strings';
import { sourcesOf } from '../../projection/sources';
import type { SessionView } from '../../projection/view';
import { wordsOf } from '../session/branch-tree';
import type { Boxed } from './boxes';

const LONGEST = 160;

/** What there is to pick from in a session, in words. Of branches the one the person was on is the first. */
export interface Pickables {
  readonly branches: readonly Boxed<string>[];
  readonly agents: readonly Boxed<string>[];
  readonly sources: readonly Boxed<number>[];
  readonly files: readonly Boxed<string>[];
}

export function pickablesOf(view: SessionView): Pickables {
  const { branches, agents, files } = pickableIn(view);
  const { sources } = sourcesOf(view);
  // the same bytes under two names are one thing to hand over
  const names = new Map(files.map(({ hash }) => [hash, new Set<string>()]));
  for (const { hash, name } of files) names.get(hash)?.add(said(name) ?? t('reader_file_unnamed'));
  return {
    branches: branches.map(({ leaf, number }) => ({ id: leaf, number, words: wordsOf(view, leaf) })),
    agents: agents.map(({ id, name }) => ({ id, number: null, words: said(name, id) ?? id })),
    sources: sources.map(({ number, title, url }) => ({
      id: number,
      number: String(number),
      words: said(title, url) ?? t('source_unnamed'),
    })),
    files: [...names].map(([hash, all]) => ({ id: hash, number: null, words: [...all].join(', ') })),
  };
}

function said(...names: readonly (string | null)[]): string | null {
  const name = seenName(...names);
  return name === null ? null : clipped(name, LONGEST);
}
