import type { BlockContent, Code, Heading, Link, ListItem, Paragraph, PhrasingContent, Text } from 'mdast';
import { shownName, visible } from '../handoff/marks';
import { hostOf, outsideAddress } from './addresses';
import { isKnownLanguage, languageOf } from './code';
import { addressesIn } from './plain-pieces';
import type { MarkdownWays } from './ways';

/** Signs that turn the direction of all that follows them, or that no page shows and a terminal obeys. */
const STEERING = /[\u202d\u202e]|(?![\t\n\r])\p{Cc}/gu;
/** Signs that could move what stands behind a text in front of it. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Words as they are said; signs that would make others be read wrongly stand there by their numbers. */
export const wordsNode = (value: string): Text => ({
  type: 'text',
  value: value.toWellFormed().replace(/\r\n?/g, '\n').replace(STEERING, visible),
});

/** A name or title on one line, in which everything can be seen. */
export const nameNode = (name: string): Text => ({ type: 'text', value: shownName(name) });

export const paragraph = (...children: readonly PhrasingContent[]): Paragraph => ({
  type: 'paragraph',
  children: [...children],
});

export const strong = (...children: readonly PhrasingContent[]): PhrasingContent => ({
  type: 'strong',
  children: [...children],
});

export const emphasis = (...children: readonly PhrasingContent[]): PhrasingContent => ({
  type: 'emphasis',
  children: [...children],
});

/** A heading of ours; what somebody wrote has none. */
export const headingNode = (depth: Heading['depth'], words: string): Heading => ({
  type: 'heading',
  depth,
  children: [nameNode(words)],
});

/** A list of short lines. */
export const listOf = (lines: readonly (readonly PhrasingContent[])[]): BlockContent => ({
  type: 'list',
  ordered: false,
  spread: false,
  children: lines.map((line): ListItem => ({ type: 'listItem', spread: false, children: [paragraph(...line)] })),
});

/** A text byte for byte in a fence. */
export const fenceNodes = (text: string, label = '', language = label): BlockContent[] =>
  codeNodes(text.replace(/\n$/, ''), label, language);

/**
 * Lines of code in a fence. Their language stands on it only where it is known to be one: what else stands there, some
 * readers of Markdown draw or run. A label that is more than that stands above.
 */
export function codeNodes(lines: string, label: string, language: string): BlockContent[] {
  const lang = languageOf(language).toLowerCase();
  const isKnown = isKnownLanguage(lang);
  const name = shownName(label);
  const above = name === '' || (isKnown && name.toLowerCase() === lang) ? [] : [paragraph(nameNode(`${name}:`))];
  // a return at the end and the line feed of the fence would be one end of a line
  const value = lines.toWellFormed().replace(/\r$/, '\n');
  const code: Code = { type: 'code', lang: isKnown ? lang : null, value };
  return [...above, code];
}

const link = (url: string, children: readonly PhrasingContent[], title: string | null = null): Link => ({
  type: 'link',
  url,
  title: title === null || title === '' ? null : shownName(title),
  children: [...children] as Link['children'],
});

/** Words that lead to a place of the same file, or to a file beside it. */
export const innerLink = (words: string, to: string): PhrasingContent => link(to, [{ type: 'text', value: words }]);

/** What stands between `<` and `>` for everybody as an address of mail. */
const MAIL = /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z\d](?:[a-z\d-]*[a-z\d])?(?:\.[a-z\d](?:[a-z\d-]*[a-z\d])?)*$/i;

/** Characters of an address that is shown as words. */
const LONGEST = 200;

/**
 * Words that lead to an address: to a file that lies beside the text, or outside, with the host it leads to. Where an
 * address is of another kind it leads nowhere, and stands behind the words.
 */
export function linkNodes(
  children: readonly PhrasingContent[],
  address: string,
  title: string | null,
  ways: Pick<MarkdownWays, 'local'>,
): PhrasingContent[] {
  const inside = children.length === 0 ? [nameNode(address)] : children.map(turnless);
  const said = wordsIn(inside);
  const local = ways.local(address);
  if (local !== null) return [link(local.href, inside, title)];
  const safe = outsideAddress(address);
  if (safe === `mailto:${said}` && !MAIL.test(said)) return [...inside];
  if (safe === null) {
    const shown = shownName(address.slice(0, LONGEST));
    return said.includes(shown) ? [...inside] : [...inside, { type: 'text', value: ` (${shown})` }];
  }
  const host = hostOf(safe);
  const isItself = title === null && said === address && (safe === address || safe === `${address}/`);
  const made = isItself ? link(address, [{ type: 'text', value: address }]) : link(safe, inside, title);
  return said.includes(host) ? [made] : [made, { type: 'text', value: ` (${host})` }];
}

/** An address outside, as a link that says where it leads; of another kind, as words. */
export const outsideNodes = (label: string, address: string): PhrasingContent[] =>
  linkNodes([nameNode(label)], address, null, { local: () => null });

/** Words in which addresses are links. */
export const linkedNodes = (text: string): PhrasingContent[] =>
  addressesIn(text).flatMap((piece) =>
    piece.kind === 'address'
      ? linkNodes([wordsNode(piece.text)], piece.text, null, { local: () => null })
      : piece.kind === 'words'
        ? [wordsNode(piece.text)]
        : [],
  );

function turnless(node: PhrasingContent): PhrasingContent {
  if (node.type === 'text' || node.type === 'inlineCode')
    return { ...node, value: node.value.replace(TURNING, visible) };
  if (!('children' in node)) return node;
  return { ...node, children: node.children.map(turnless) } as PhrasingContent;
}

/** All words in nodes, as they are shown. */
export const wordsIn = (nodes: readonly PhrasingContent[]): string =>
  nodes.map((node) => ('children' in node ? wordsIn(node.children) : 'value' in node ? node.value : '')).join('');
