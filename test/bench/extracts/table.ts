import { counted } from '../../../src/lib/text';
import { dice } from '../compose';

/** Shares found: of a room, of a way, of a session, one for each case. */
export type Found = Map<number, Map<string, Map<string, number[]>>>;

export function note(found: Found, at: readonly [number, string, string], share: number): void {
  const [room, way, session] = at;
  const ways = found.get(room) ?? new Map<string, Map<string, number[]>>();
  const sessions = ways.get(way) ?? new Map<string, number[]>();
  ways.set(way, sessions.set(session, [...(sessions.get(session) ?? []), share]));
  found.set(room, ways);
}

export const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;

const percent = (share: number): string => (share * 100).toFixed(0);
const signed = (share: number): string => `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(0)}`;

/**
 * A table of the share that each way found, and how far it is from another: the middle 95 % of what 2,000 draws of sessions say,
 * and in how many sessions it found more and less.
 */
export function tableOf(found: Found, than: string, counts: (session: string) => boolean): string {
  const rooms = [...found.keys()].sort((a, b) => a - b);
  const ways = [...(found.get(rooms[0] ?? 0)?.keys() ?? [])];
  const sharesOf = (room: number, way: string): Map<string, number> =>
    new Map(
      [...(found.get(room)?.get(way) ?? [])].filter(([name]) => counts(name)).map(([name, all]) => [name, mean(all)]),
    );
  const heads = rooms.map((room) => `${room.toLocaleString('en')} (${counted(sharesOf(room, than).size, 'session')})`);
  const lines = ways.map((way) => {
    const cells = rooms.map((room) => cellOf(sharesOf(room, way), sharesOf(room, than)));
    return `| ${way} | ${cells.join(' | ')} |`;
  });
  return [`| way | ${heads.join(' | ')} |`, `| --- |${' --- |'.repeat(rooms.length)}`, ...lines].join('\n');
}

function cellOf(own: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): string {
  if (own.size === 0) return '–';
  const more = [...own].map(([session, share]) => share - (other.get(session) ?? 0));
  const share = `${percent(mean([...own.values()]))} %`;
  if (more.every((each) => each === 0)) return share;
  const [low, high] = middleOf(more);
  const wins = more.filter((each) => each > SAME).length;
  const losses = more.filter((each) => each < -SAME).length;
  return `${share}, ${signed(low)} to ${signed(high)}, ${wins} : ${losses}`;
}

/** Shares that are nearer to one another are the same. */
const SAME = 0.005;

function middleOf(values: readonly number[]): [number, number] {
  const roll = dice(7);
  const means = Array.from({ length: 2_000 }, () => mean(values.map(() => values[roll(values.length)] ?? 0)));
  means.sort((a, b) => a - b);
  return [means[49] ?? 0, means[1_949] ?? 0];
}
