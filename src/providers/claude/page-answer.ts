import { contentOf, NO_CONTENT, type PageContent, putContent } from '../kit/page/content';
import type { ShownBlock, ShownResult } from '../kit/page/shown';
import {
  anyOf,
  attribute,
  classed,
  first,
  having,
  isElement,
  outermost,
  type PageElement,
  type Test,
  wordsIn,
} from '../kit/page/tree';
import { cardOf, isCard, look } from './page-look';

const isBody = anyOf(classed('standard-markdown'), classed('progressive-markdown'));
const isThought = having('data-timeline-text');
const isStatus = classed('group/status');
const isRow = classed('group/row');
const isFrame: Test = ({ tagName }) => tagName === 'iframe';
/** Around a row of a tool and what came of it. */
const isTool: Test = (element) => element.childNodes.some((each) => isElement(each) && isRow(each));

const isKnown = anyOf(isStatus, isThought, isBody, isCard, isTool, isFrame);

/** What a panel beside the conversation shows of something that the model made, by its title. */
export type Panels = ReadonlyMap<string, PageContent>;

/** What the page shows of an answer, in its order. */
export function answerIn(response: PageElement, panels: Panels): ShownBlock[] {
  const found = outermost(response, isKnown);
  if (!found.some(isBody)) return [{ kind: 'text', content: contentOf([response], look) }];
  const blocks: ShownBlock[] = [];
  for (const element of found) {
    const block = blockOf(element, panels, blocks.at(-1));
    if (block && isThought(element) && isFolded(blocks.at(-1))) blocks.pop(); // its title is in the block by now
    if (block) blocks.push(block);
  }
  const rest = contentOf([response], { ...look, left: (element) => isKnown(element) || look.left(element) });
  for (const part of rest.parts) if (part.type === 'text') blocks.push({ kind: 'unknown', text: part.text });
  return blocks;
}

function blockOf(element: PageElement, panels: Panels, before: ShownBlock | undefined): ShownBlock | null {
  if (isStatus(element)) return { kind: 'reasoning', title: wordsIn(element), content: null };
  if (isThought(element))
    return { kind: 'reasoning', title: isFolded(before) ? before.title : null, content: contentOf([element], look) };
  if (isBody(element)) return { kind: 'text', content: contentOf([element], look) };
  if (isCard(element)) return { kind: 'text', content: madeIn(element, panels) };
  if (isFrame(element)) return { kind: 'text', content: putContent(element, look) };
  return toolIn(element);
}

const isFolded = (block: ShownBlock | undefined): block is ShownBlock & { kind: 'reasoning' } =>
  block?.kind === 'reasoning' && block.content === null;

/** Something that the model made: the page shows its name, and its content only in an open panel. */
function madeIn(element: PageElement, panels: Panels): PageContent {
  const { title, label } = cardOf(element);
  const shown = title === null ? undefined : panels.get(title);
  if (shown) return shown;
  const part = { type: 'file' as const, artifact: null, mime: null, name: title, ...(label === null ? {} : { label }) };
  const own = `artifact-${title ?? ''}`.toWellFormed();
  return { ...NO_CONTENT, parts: [part], lacking: [{ own, why: 'not-sent', what: { artifact: title } }] };
}

/** A tool's row: a search with what it found, or one of which only the name is there. */
function toolIn(element: PageElement): ShownBlock | null {
  const row = element.childNodes.filter(isElement).find(isRow) ?? element;
  const name = wordsIn(first(row, classed('text-left')) ?? row);
  const results = resultsIn(element);
  if (results.length > 0) return { kind: 'search', query: name, results };
  const app = first(element, (each) => attribute(each, 'id')?.startsWith(APP) === true);
  return { kind: 'tool', name, callId: app && (attribute(app, 'id')?.slice(APP.length) ?? null) };
}

const APP = 'mcp-app-container-';

function resultsIn(element: PageElement): ShownResult[] {
  return outermost(element, ({ tagName }) => tagName === 'a').flatMap((link) => {
    const url = attribute(link, 'href');
    if (url === null || !/^https?:/i.test(url)) return [];
    const title = first(link, ({ tagName }) => tagName === 'p');
    return [{ url, title: wordsIn(title ?? link) }];
  });
}
