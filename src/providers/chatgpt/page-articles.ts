import { append } from '../../lib/append';
import {
  contentOf,
  isEmpty,
  joinContent,
  NO_CONTENT,
  type PageContent,
  typedContent,
  withoutText,
} from '../kit/page/content';
import type { FoundMessage, FoundPage } from '../kit/page/found';
import { anyOf, attribute, having, outermost, type PageElement, type PageParent, type Test } from '../kit/page/tree';
import { versionsIn } from '../kit/page/versions';
import { isBubble, look } from './page-look';

const NUMBERED = /^conversation-turn-(\d{1,7})$/;

const isMessage = having('data-message-author-role');
const isNumbered: Test = (element) => NUMBERED.test(attribute(element, 'data-testid') ?? '');
const isArticle: Test = anyOf(isNumbered, isMessage, (element) =>
  /^(?:user|assistant)$/.test(attribute(element, 'data-turn') ?? ''),
);

/**
 * The layout until summer 2026, and that of shared pages: an article (later a section) for each message, numbered from 1,
 * in a container that stays where it was when what is out of view is taken away.
 */
export function articlesIn(page: PageParent): Pick<FoundPage, 'messages' | 'claimed' | 'windowed'> {
  const containers = outermost(page, (element) => isContainer(element) || isArticle(element));
  const messages: FoundMessage[] = [];
  let next = 0;
  for (const container of containers) {
    const [article] = isArticle(container) ? [container] : outermost(container, isArticle);
    const number = (article && numberOf(article)) ?? next;
    if (article) append(messages, messagesOf(article, number));
    next = Math.max(next, number + 1);
  }
  return { messages, claimed: next, windowed: false };
}

/** Around every message, shown or not; the first of a conversation stands for its empty root. */
const isContainer: Test = (element) => {
  const id = attribute(element, 'data-turn-id-container');
  return id !== null && id !== 'client-created-root';
};

function numberOf(article: PageElement): number | null {
  const number = NUMBERED.exec(attribute(article, 'data-testid') ?? '')?.[1];
  return number === undefined || number === '0' ? null : Number(number) - 1;
}

function messagesOf(article: PageElement, number: number): FoundMessage[] {
  const shown = isMessage(article) ? [article] : outermost(article, isMessage);
  if (shown.length === 0) return [nameless(article, number)];
  const outside = isMessage(article) ? NO_CONTENT : besideMessages(article);
  return shown.map((element, i) => {
    const role = roleOf(element, article);
    const content = role === 'user' ? askedIn(element) : contentOf([element], look);
    const isLast = i === shown.length - 1;
    return {
      element,
      number,
      id: attribute(element, 'data-message-id') || null,
      role,
      model: attribute(element, 'data-message-model-slug'),
      occurred: null,
      status: null,
      blocks: [{ kind: 'text', content: isLast ? joinContent(content, outside) : content }],
      versions: isLast ? versionsIn(article) : null,
    };
  });
}

/** An article without a message: a research report, which stands in a frame of another origin. */
function nameless(article: PageElement, number: number): FoundMessage {
  const role = roleOf(article, article);
  const content = role === 'user' ? typedContent([article], look) : contentOf([article], look);
  return {
    element: article,
    number,
    id: null,
    role,
    model: null,
    occurred: null,
    status: null,
    blocks: [{ kind: 'text', content }],
    versions: versionsIn(article),
  };
}

function roleOf(element: PageElement, article: PageElement): 'user' | 'assistant' {
  const said = attribute(element, 'data-message-author-role') ?? attribute(article, 'data-turn');
  return said === 'user' ? 'user' : 'assistant';
}

/** Pictures and frames stand beside the messages of an article; so do labels, which say nothing. */
const besideMessages = (article: PageElement): PageContent =>
  withoutText(contentOf([article], { ...look, left: (element) => isMessage(element) || look.left(element) }));

/** What the person typed, and the files beside it. Where there is no bubble, all of it is what they typed. */
function askedIn(message: PageElement): PageContent {
  const bubbles = outermost(message, isBubble);
  if (bubbles.length === 0) return typedContent([message], look);
  const beside = contentOf([message], { ...look, left: (element) => isBubble(element) || look.left(element) });
  const typed = typedContent(bubbles, look);
  return isEmpty(beside) ? typed : joinContent(typed, withoutText(beside));
}
