import type { Part } from '../../model/parts';
import { beyond, type Shown, shown } from '../kit/beyond';
import { joinParts } from '../kit/parts';
import { asList, asObject, asObjects, asText, asTexts, asWords, isBlank, said } from '../kit/value';
import { assemble, type ContentContext, looseParts, piecesOf, type ReadContent } from './content';
import { pointedPart } from './files';
import { runParts } from './run';
import { published, rankOf, sourceOf } from './sources';

/*
 * What tools give back, one function for each content type. Pages and excerpts become evidence parts, which the message
 * adds at its end together with the hits of its search.
 */

const used = (shapes: Parameters<typeof shown>[0]): Shown =>
  shown({ ...shapes, any: ['content_type', ...(shapes.any ?? [])] });

const OUTPUT = used({ text: ['text'] });
const OUTPUT_IN_PARTS = used({ texts: ['parts'] });

/** `execution_output`: what a program wrote, with the run that wrote it. What the run repeats is said once. */
export function executionContent(context: ContentContext): ReadContent {
  const { content, metadata } = context.message;
  const text = asText(content.text) ?? asTexts(content.parts).join('');
  const run = runParts(asObject(metadata.aggregate_result), text, context.files);
  const repeated = run.some((part) => part.type === 'command' && asText(part.stdout)?.trim() === text.trim());
  const read = assemble(repeated ? [] : [text], context);
  return {
    parts: joinParts(read.parts, run),
    changed: read.changed,
    used: asText(content.text) === null ? OUTPUT_IN_PARTS : OUTPUT,
  };
}

const DISPLAY = used({ text: ['result', 'summary'], list: ['assets'] });

/** `tether_browsing_display`: the older browser's list of hits, or a page, as text. */
export function displayContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const assets = asList(content.assets).flatMap((asset): Part[] => {
    const part = pointedPart(
      'image',
      typeof asset === 'string' ? { asset_pointer: asset } : asObject(asset),
      context.files,
    );
    return part ? [part] : isBlank(asset) ? [] : [{ type: 'json', value: asset, of: 'asset' }];
  });
  const read = assemble(
    [...[content.result, content.summary].flatMap((each) => asWords(each) ?? []), ...assets],
    context,
  );
  return { ...read, used: DISPLAY };
}

const QUOTE = used({ text: ['url', 'domain', 'title', 'text'] });

/** `tether_quote`: an excerpt of a page, or of a file, whose id then stands in the place of the address. */
export function quoteContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const file = /^file[-_]/.test(asText(content.url) ?? '') ? asText(content.url) : null;
  const source = sourceOf(content);
  // of a file, what is quoted is what the search in it found; of the web, a page that was opened
  const query = file ? context.query : null;
  context.evidences.add({ ...source, file, url: file ? null : source.url, query, extra: null }, false);
  return { parts: looseParts(context), used: QUOTE, changed: false };
}

const PAGE = used({
  text: ['url', 'domain', 'title', 'text', 'snippet'],
  scalar: ['pub_date', 'crawl_date', 'pub_timestamp'],
  any: ['ref_id'],
});

/** `sonic_webpage`: a page as the site's tool read it, with its whole text. */
export function pageContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const source = { ...sourceOf(content), extra: null };
  const rank = rankOf(source.reference);
  const query = rank === null ? null : context.query;
  const retrieved = published(content.crawl_date);
  context.evidences.add(
    { ...source, rank, query, published: source.published ?? published(content.pub_timestamp), retrieved },
    false,
  );
  return { parts: looseParts(context), used: PAGE, changed: false };
}

const SCREEN = used({ object: ['screenshot', 'state'] });

/** `computer_output`: a screen, and what was open on it. */
export function screenContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const picture = pointedPart('image', asObject(content.screenshot), context.files);
  const state = said(asObject(content.state));
  const parts: Part[] = Object.keys(state).length > 0 ? [{ type: 'json', value: state, of: 'state' }] : [];
  return { parts: [...(picture ? [picture] : []), ...parts, ...looseParts(context)], used: SCREEN, changed: false };
}

const DOCUMENT = used({ text: ['output_str'], object: ['metadata'] });
const SHOWN = shown({ text: ['display_title', 'display_url', 'connector_source'] });

/** `citable_code_output`: a document that a connected app gave. */
export function documentContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const about = asObject(content.metadata);
  const source = sourceOf({ url: about.display_url, title: about.display_title, text: content.output_str });
  const site = asWords(about.connector_source);
  context.evidences.add({ ...source, site, extra: beyond(about, SHOWN) }, false);
  return { parts: looseParts(context), used: DOCUMENT, changed: false };
}

const FAILURE = used({ text: ['name', 'text'] });

/** `system_error`: a tool failed. */
export function errorContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  return {
    ...assemble([content.text, content.name].flatMap((each) => asWords(each) ?? []).slice(0, 1), context),
    used: FAILURE,
  };
}

const PAIRING = used({ text: ['shared_prompt'], objects: ['workspaces'], list: ['context_parts'] });

/** `app_pairing_content`: what a desktop app shared. */
export function pairingContent(context: ContentContext): ReadContent {
  const { content } = context.message;
  const rest: Part[] = asObjects(content.workspaces).map((value) => ({ type: 'json', value, of: 'workspace' }));
  const pieces = piecesOf([asWords(content.shared_prompt), ...asList(content.context_parts)], context);
  return { ...assemble([...pieces, ...rest], context), used: PAIRING };
}
