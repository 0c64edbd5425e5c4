/** Lets the browser draw and answer before more is computed. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
