/** A value as JSON, by which it is told whether two say the same; null where it is nested too deep to be written. */
export function writtenAs(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null; // deeper than the stack
  }
}
