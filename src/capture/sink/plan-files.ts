import { member } from '../../lib/json';
import { type Event, isOurs } from '../../model/event';
import { gapsOf } from '../../projection/lacks';
import { viewOf } from '../../projection/view';
import type { Site } from '../../providers/contract';
import { fileKindOf } from '../../providers/kit/file-kinds';
import type { FilesJob, FileTask } from '../../store/job-rows';
import { readLog, readSession } from '../../store/sessions';
import { readSettings } from '../../store/settings';
import type { Sink } from './sink';

/** Which files of a session are to be fetched: none where the person does not want it, or nothing of ours can grow. */
export async function plannedFiles(sink: Sink, { ask }: FilesJob): Promise<FileTask[]> {
  const session = await readSession(sink.db, ask.session);
  const site = sink.sites.find(({ id }) => id === session?.site);
  const { files, mostFiles } = await readSettings(sink.db);
  if (!session || session.copy || !site || !(files || ask.again)) return [];
  const lines = (await readLog(sink.db, session.id)) ?? [];
  const gaps = gapsOf(viewOf(lines.map((line) => JSON.parse(line) as Event))); // our own lines
  const only = ask.only && new Set(ask.only);
  return tasksFor(only ? gaps.filter(({ id }) => only.has(id)) : gaps, site, { again: ask.again, most: mostFiles });
}

/** What a reading leaves to be fetched, what was not allowed then, and what may only have been slow. */
const FIRST: ReadonlySet<string> = new Set(['not-fetched', 'not-asked', 'timed-out']);

/**
 * The files that gaps speak of and that the site has a way for, each with the gaps that it answers, in their order.
 * @param again what has failed before is tried again
 * @param most how many are asked for; the others are not
 */
export function tasksFor(
  gaps: readonly Event<'gap'>[],
  site: Pick<Site, 'files'>,
  { again, most }: { readonly again: boolean; readonly most: number },
): FileTask[] {
  const tasks = new Map<string, FileTask>();
  for (const gap of gaps) {
    const found = fetchable(gap, site);
    if (!found || !(again || FIRST.has(gap.body.why))) continue;
    const known = tasks.get(found.key);
    if (known) tasks.set(found.key, joined(known, found));
    else tasks.set(found.key, { ...found.task, outcome: tasks.size >= most ? 'not-asked' : null });
  }
  return [...tasks.values()];
}

interface Found {
  /** What is fetched once. */
  readonly key: string;
  readonly task: FileTask;
}

/** The file that a gap speaks of, if the site has a way to it. */
function fetchable(gap: Event<'gap'>, site: Pick<Site, 'files'>): Found | null {
  const pointer = member(gap.body.what, 'pointer');
  if (typeof pointer !== 'string' || isOurs(gap)) return null;
  const kind = fileKindOf(site, pointer);
  if (!kind || kind.ways.length === 0) return null;
  const message = gap.body.native ?? null;
  const place = { id: gap.id, thread: gap.thread, parents: gap.parents, native: message };
  const task = { pointer, name: nameIn(gap), message, places: [place], outcome: null, tries: 0 };
  return { key: JSON.stringify(kind.perMessage ? [pointer, message] : [pointer]), task };
}

const joined = (known: FileTask, { task }: Found): FileTask => ({
  ...known,
  name: known.name ?? task.name,
  places: [...known.places, ...task.places],
});

function nameIn({ body }: Event<'gap'>): string | null {
  const name = member(body.what, 'name');
  return typeof name === 'string' && name !== '' ? name : null;
}
