import { continueStates } from './continue-states';
import {
  emptyStates,
  fileStates,
  listStates,
  readerStates,
  troubleStates,
  viewStates,
  workStates,
} from './library-states';
import { barePopupStates, popupStates } from './popup-states';
import type { State } from './state';

const archive = (name: 'one' | 'several'): State => ({
  page: 'archive',
  name,
  async open({ browser, archives }) {
    const page = await browser.open(archives[name]);
    return { page };
  },
});

/** Every page of ours in each of its states, in the order in which they can be brought about. */
export const states: readonly State[] = [
  archive('one'),
  archive('several'),
  ...emptyStates,
  ...listStates,
  ...readerStates,
  ...workStates,
  ...fileStates,
  ...viewStates,
  ...continueStates,
  ...barePopupStates,
  ...troubleStates,
  ...popupStates,
];
