/** Makes something once and gives it to all who ask; what failed is made anew for the next who asks. */
export interface Once<T> {
  (): Promise<T>;
  /** The next who asks gets a new one. */
  forget(): void;
}

export function once<T>(make: () => Promise<T>): Once<T> {
  let made: Promise<T> | null = null;
  const get = (): Promise<T> => {
    made ??= make().catch((error: unknown) => {
      made = null;
      throw error;
    });
    return made;
  };
  return Object.assign(get, {
    forget: () => {
      made = null;
    },
  });
}
