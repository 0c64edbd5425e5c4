import { place } from './place';

/** Leaves `place` where the background finds it; it is taken away in the moment it is called. */
export const leavePlace = (): void => {
  Object.defineProperty(globalThis, Symbol.for('valise.compose'), { value: place, configurable: true });
};
