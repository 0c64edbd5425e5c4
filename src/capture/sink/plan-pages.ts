import type { Event } from '../../model/event';
import { pageOf, sourcePageId } from '../../model/ids';
import { partsOf } from '../../projection/sources';
import { viewOf } from '../../projection/view';
import type { PageTask } from '../../store/job-rows';
import { readLog, readSession } from '../../store/sessions';
import type { Sink } from './sink';

/**
 * Of these addresses the pages that a session's evidence names, each once, with the events that name it. A copy is never
 * changed: it has none.
 */
export async function plannedPages(sink: Sink, session: string, urls: readonly string[]): Promise<PageTask[]> {
  const row = await readSession(sink.db, session);
  if (!row || row.copy) return [];
  const lines = (await readLog(sink.db, session)) ?? [];
  return pagesIn(
    lines.map((line) => JSON.parse(line) as Event), // our own lines
    urls,
  );
}

/** Addresses that a session's evidence names and that nobody has asked for yet, each once. A copy has none. */
export async function uncopiedPages(sink: Sink, session: string): Promise<string[]> {
  const row = await readSession(sink.db, session);
  if (!row || row.copy) return [];
  const log = ((await readLog(sink.db, session)) ?? []).map((line) => JSON.parse(line) as Event); // our own lines
  const asked = new Set(log.map(({ id }) => id));
  const pages = new Map<string, string>();
  for (const event of viewOf(log).current.values())
    for (const part of partsOf(event))
      if (part.type === 'evidence' && part.url !== null) pages.set(sourcePageId(part.url), pageOf(part.url));
  return [...pages].flatMap(([id, url]) => (asked.has(id) ? [] : [url]));
}

/** The same of a log. */
export function pagesIn(log: readonly Event[], urls: readonly string[]): PageTask[] {
  const tasks = new Map(
    urls.map((url) => [sourcePageId(url), { url, parents: new Set<string>() }] as const), // the last way of writing it
  );
  for (const event of viewOf(log).current.values())
    for (const part of partsOf(event))
      if (part.type === 'evidence' && part.url !== null) tasks.get(sourcePageId(part.url))?.parents.add(event.id);
  return [...tasks].flatMap(([id, { url, parents }]) =>
    parents.size === 0 ? [] : [{ id, url, parents: [...parents], outcome: null, tries: 0 }],
  );
}
