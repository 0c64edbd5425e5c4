import { beyond, shown } from '../kit/beyond';
import type { Source } from '../kit/evidence';
import { asObject, asText, asTexts, asWords, said } from '../kit/value';

type Fields = Readonly<Record<string, unknown>>;

/** `knowledge`: a hit of a search or a page that was fetched; the same of a citation, and of a list of results. */
const SHOWN = shown({
  text: ['type', 'title', 'url', 'uri', 'text', 'content_body', 'source', 'cited_text', 'origin_tool_name', 'page_age'],
  number: ['start_index', 'end_index'],
  flag: ['is_missing', 'is_citable'],
  object: ['metadata', 'prompt_context_metadata', 'details'],
  // looks, and ids that name the entry and not the source
  any: ['uuid', 'doc_uuid', 'icon_url', 'resource_type', 'encrypted_content', 'encrypted_index'],
});
const METADATA = shown({
  text: ['type', 'site_domain', 'site_name', 'source'],
  any: ['favicon_url', 'icon_url', 'uuid'],
});
/** What a source's own description says beyond what its evidence shows. */
export const metadataBeyond = (metadata: unknown): Record<string, unknown> | null =>
  beyond(asObject(metadata), METADATA);

const CONTEXT = shown({ text: ['age'], any: ['url', 'destination_url'] });

/**
 * One source from an entry of any of the site's lists.
 * @param tool which tool found it: a search's excerpt of a page is not the page as it was fetched
 */
export function sourceOf(entry: Fields, tool: string | null): Source {
  const metadata = asObject(entry.metadata);
  const context = asObject(entry.prompt_context_metadata);
  const extra = {
    ...beyond(entry, SHOWN),
    ...said({ metadata: metadataBeyond(metadata), context: beyond(context, CONTEXT) }),
    ...said({ resource: asWords(entry.resource_type), missing: entry.is_missing === true ? true : null }),
    ...said({ leadsTo: context.destination_url === entry.url ? null : asWords(context.destination_url) }),
  };
  return {
    url: asWords(entry.url) ?? asWords(entry.uri),
    title: asWords(entry.title),
    site: [metadata.site_name, metadata.source, entry.source, metadata.site_domain].map(asWords).find(isThere) ?? null,
    published: asWords(context.age) ?? asWords(entry.page_age),
    retrieved: null,
    reference: null,
    file: asWords(entry.doc_uuid),
    kind: null,
    rank: null,
    query: null,
    texts: [asText(entry.text), asText(entry.content_body), ...asTexts([entry.cited_text])].map(asWords),
    extra: Object.keys(extra).length > 0 ? extra : null,
    by: tool,
  };
}

const isThere = (text: string | null): text is string => text !== null;
