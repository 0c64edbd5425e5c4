import type { Migration } from './migration';

/** What goes on without being asked each time: lists of a site, its pace, where archives were saved; and the person's notes. */
export const unasked: Migration = {
  version: 2,
  stores: {
    listings: '[site+origin+native], [site+origin+state+due], state',
    paces: '[site+origin]',
    saved: 'session',
    notes: 'session',
  },
};
