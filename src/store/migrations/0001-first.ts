import type { Migration } from './migration';

/** The first database. Bytes lie apart from what is known of them, so that plans and deletions need not load them. */
export const first: Migration = {
  version: 1,
  stores: {
    sessions: 'id, key, updated',
    events: '[session+seq], [session+id]',
    entries: '[session+seq]',
    artifacts: 'hash, *sessions',
    contents: 'hash',
    exchanges: 'id, state, tab',
    chunks: '[exchange+number]',
    jobs: 'id, state, changed',
    journal: '++number, at',
    settings: 'name',
  },
};
