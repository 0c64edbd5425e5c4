import type { Evidences, Source } from '../kit/evidence';
import { asNumber, asObject, asObjects, asWords } from '../kit/value';
import { fileOf, sourceOf } from './sources';
import type { WireMessage } from './wire';

type Fields = Readonly<Record<string, unknown>>;

/** The hits of a search, in the site's order, as tool messages and answers carry them. */
function searchHits(metadata: Fields, query: string | null): Source[] {
  const hits: Source[] = [];
  for (const group of asObjects(metadata.search_result_groups))
    for (const entry of asObjects(group.entries)) {
      const source = sourceOf(entry);
      const given = asNumber(asObject(entry.ref_id).ref_index);
      source.site ??= asWords(group.domain);
      source.rank = (given ?? hits.length) + 1;
      source.query = query;
      hits.push(source);
    }
  return hits;
}

/** What the older browser tool says of the pages it found or opened. */
const browserHits = (metadata: Fields, query: string | null): Source[] =>
  asObjects(asObject(metadata._cite_metadata).metadata_list).map((entry, i) =>
    Object.assign(sourceOf(entry), { rank: i + 1, query, file: fileOf(entry) }),
  );

/** Adds what a search found, as a result or an answer tells of it. */
export function addHits({ metadata, role }: WireMessage, evidences: Evidences, query: string | null): void {
  const { search_result_groups: groups, _cite_metadata: cited } = metadata;
  const hits = [...(groups ? searchHits(metadata, query) : []), ...(cited ? browserHits(metadata, query) : [])];
  // an answer repeats what its searches found; a search that finds a page again has found it at a place of its own
  for (const hit of hits)
    if (role === 'tool' && !evidences.isTold(hit)) evidences.found(hit);
    else evidences.add(hit, false);
}
