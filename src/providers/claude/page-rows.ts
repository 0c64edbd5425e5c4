import { contentOf, joinContent, typedContent, withoutText } from '../kit/page/content';
import type { FoundMessage, FoundPage } from '../kit/page/found';
import {
  anyOf,
  around,
  attribute,
  classed,
  first,
  having,
  outermost,
  type PageElement,
  type PageParent,
  type Test,
} from '../kit/page/tree';
import { versionsIn } from '../kit/page/versions';
import { answerIn, type Panels } from './page-answer';
import { isBubble, look } from './page-look';
import { panelsIn } from './page-panels';

const isAnswer = anyOf(
  having('data-is-streaming'),
  having('data-testid', 'assistant-message'),
  classed('font-claude-response'),
  classed('font-claude-message'),
);
const isNumbered: Test = (element) =>
  /^\d{1,7}$/.test(attribute(element, 'data-index') ?? '') && attribute(element, 'data-rs-index') !== null;
const isRow = anyOf(isNumbered, having('role', 'article'), having('data-test-render-count'));
const isMessage = anyOf(isAnswer, isBubble);
/** Only what the person sent can be edited, or has files above it. */
const isSent = anyOf(isBubble, having('data-testid', 'action-bar-edit'), having('data-testid', 'file-thumbnail'));

/**
 * The rows of the conversation. The page holds those near to what is in view, each with its number, and says how many
 * there are; older ones say it in a label, or not at all. It gives no ids.
 */
export function rowsIn(page: PageParent): Pick<FoundPage, 'messages' | 'claimed' | 'windowed'> {
  const rows = outermost(page, anyOf(isRow, isMessage)).filter((row) => !isInPanel(row));
  const panels = panelsIn(page);
  const messages: FoundMessage[] = [];
  let next = 0;
  let claimed: number | null = null;
  for (const row of rows) {
    const counted = countIn(row);
    const number = numberIn(row) ?? (counted ? counted.at - 1 : next);
    const message = messageOf(row, number, panels);
    claimed = counted ? Math.max(claimed ?? 0, counted.of) : claimed;
    if (message) messages.push(message);
    if (message) next = number + 1;
  }
  return { messages, claimed, windowed: rows.some(isNumbered) };
}

/** An open panel shows something that the model made in the same type as its answers. */
const isInPanel = (row: PageElement): boolean =>
  around(row, having('data-skill-file-viewer')) !== null || around(row, having('id', 'wiggle-file-content')) !== null;

const numberIn = (row: PageElement): number | null => (isNumbered(row) ? Number(attribute(row, 'data-index')) : null);

/** "Message 3 of 12", in attributes of the row or, of older pages, in the numbers of its label. */
function countIn(row: PageElement): { readonly at: number; readonly of: number } | null {
  const article = attribute(row, 'role') === 'article' ? row : first(row, having('role', 'article'));
  if (!article) return null;
  const label = attribute(article, 'aria-label')?.match(/\d{1,7}/g) ?? [];
  const at = Number(attribute(article, 'aria-posinset') ?? label[0]);
  const of = Number(attribute(article, 'aria-setsize') ?? label[1]);
  return Number.isSafeInteger(at) && Number.isSafeInteger(of) && at >= 1 && of >= at ? { at, of } : null;
}

function messageOf(row: PageElement, number: number, panels: Panels): FoundMessage | null {
  const answer = isAnswer(row) ? row : first(row, isAnswer);
  const said = { element: row, number, id: null, model: null, occurred: null, versions: versionsIn(row) } as const;
  if (answer) {
    const streaming = attribute(answer, 'data-is-streaming');
    const status = streaming === null ? null : streaming === 'true' ? 'in_progress' : 'finished';
    const response = first(answer, anyOf(classed('font-claude-response'), classed('font-claude-message'))) ?? answer;
    return { ...said, role: 'assistant', status, blocks: answerIn(response, panels) };
  }
  if (!isSent(row) && first(row, isSent) === null && !hasPicture(row)) return null;
  return { ...said, role: 'user', status: null, blocks: [{ kind: 'text', content: sentIn(row) }] };
}

const hasPicture = (row: PageElement): boolean => first(row, ({ tagName }) => tagName === 'img') !== null;

/** What the person typed, and the files above it. */
function sentIn(row: PageElement) {
  const bubbles = isBubble(row) ? [row] : outermost(row, isBubble);
  const left: Test = (element) => isBubble(element) || look.left(element);
  const beside = isBubble(row) ? [] : [withoutText(contentOf([row], { ...look, left }))];
  return joinContent(typedContent(bubbles, look), ...beside);
}
