/** ISO 8601 with milliseconds, UTC. */
export const isoTime = (milliseconds: number): string => new Date(milliseconds).toISOString();

const EARLIEST = Date.UTC(1990, 0, 1);
const LATEST = Date.UTC(2200, 0, 1);

/** A site's time (epoch seconds, or an ISO text) as ISO 8601, or null where it says nothing a clock could say. */
export function siteTime(value: unknown): string | null {
  const at = typeof value === 'number' ? value * 1000 : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isFinite(at) && at > EARLIEST && at < LATEST ? isoTime(Math.round(at)) : null;
}
