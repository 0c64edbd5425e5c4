import { siteTime } from '../../lib/time';
import { contentOf, joinContent, typedContent, withoutText } from '../kit/page/content';
import type { FoundMessage, FoundPage } from '../kit/page/found';
import { around, attribute, first, having, outermost, type PageElement, type PageParent } from '../kit/page/tree';
import { versionsIn } from '../kit/page/versions';
import { isBubble, look } from './page-look';

const isUnit = having('data-chatgpt-search-unit-key');

/**
 * The layout of autumn 2026: a unit for each message, of which the key tells whose it is, and an exchange around a
 * question and its answer. What is out of view is not in the page, and nothing says how much that is.
 */
export function exchangesIn(page: PageParent): Pick<FoundPage, 'messages' | 'claimed' | 'windowed'> {
  const messages = outermost(page, isUnit).flatMap((unit, number) => messageOf(unit, number) ?? []);
  return { messages, claimed: null, windowed: true };
}

function messageOf(unit: PageElement, number: number): FoundMessage | null {
  const role = /:(user|assistant)$/.exec(attribute(unit, 'data-chatgpt-search-unit-key') ?? '')?.[1];
  if (role !== 'user' && role !== 'assistant') return null;
  const exchange = around(unit, having('data-turn-key'));
  return {
    element: unit,
    number,
    id: idOf(unit) ?? (role === 'user' && exchange ? attribute(exchange, 'data-turn-key') : null),
    role,
    model: null,
    occurred: role === 'user' && exchange ? timeIn(exchange) : null, // when it was asked
    status: null,
    blocks: [{ kind: 'text', content: role === 'user' ? askedIn(unit) : contentOf([unit], look) }],
    versions: versionsIn(unit.parentNode ?? unit),
  };
}

/** An answer lists all of its steps; the last is what is shown. */
function idOf(unit: PageElement): string | null {
  const shown = first(unit, having('data-chatgpt-selection-message-id'));
  const listed = attribute(unit, 'data-chatgpt-search-message-ids')
    ?.split(/\s+/)
    .findLast((id) => id !== '');
  return (shown && attribute(shown, 'data-chatgpt-selection-message-id')) || listed || null;
}

function timeIn(exchange: PageElement): string | null {
  const time = first(exchange, having('datetime'));
  return time && siteTime(attribute(time, 'datetime'));
}

/** What the person typed, and what stands around it: files and pictures. A picture may be all there is. */
function askedIn(unit: PageElement) {
  const bubbles = outermost(unit, isBubble);
  const beside = withoutText(
    contentOf([unit], { ...look, left: (element) => isBubble(element) || look.left(element) }),
  );
  return joinContent(typedContent(bubbles, look), beside);
}
