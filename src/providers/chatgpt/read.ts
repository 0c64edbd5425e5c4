import { isObject } from '../../lib/json';
import type { MaskRule, Payload, Reader, Reading } from '../contract';
import { PAGE_ROUTE } from '../kit/page-route';
import { conversationsOf, strange } from '../kit/shape';
import { isEventStream } from '../kit/stream';
import { asObject } from '../kit/value';
import { readConversation } from './conversation';
import { readPage } from './flat';
import { masksOf } from './masks';
import { pageMasks, readShown, recognisePage } from './page';
import { recogniseText } from './recognise';
import { isShare, readShare } from './share';
import { readSharePage, recogniseSharePage, SHARE_PAGE, sharePageMask } from './share-page';
import { chatgpt } from './site';
import { readSocket } from './socket';
import { readStream } from './stream';
import { readTextdocs } from './textdocs';
import { readTold } from './told';
import { mappingOf, messagesOf, sharedOf } from './wire';

/** Reads what the site sends of a conversation. Raised with {@link Reader.number} whenever it reads otherwise. */
export const chatgptReader: Reader = {
  site: chatgpt,
  number: 6,
  places: () => ['/mapping/*/message', '/messages/*', '/linear_conversation/*/message'],
  masks: ({ route }) => [...besideOf(route), ...masksOf(route)],
  recognises: (value) => conversationsOf(value).some((each) => isTree(each) || isPage(each) || isShared(each)),
  recognisesText: (text) => recogniseText(text) ?? recogniseSharePage(text) ?? recognisePage(text),
  read(payload) {
    const { head, value } = payload;
    const told = readTold(payload) ?? readTextdocs(payload);
    if (told) return told;
    if (value === undefined) return readText(payload);
    const mapping = mappingOf(value);
    if (isShare(value) || head.route === 'share') return readShare(asObject(value), head.address);
    if (mapping) return readConversation(asObject(value), mapping, idIn(head.address));
    const messages = messagesOf(value);
    if (messages && (isPage(value) || head.route.endsWith('turns'))) return readPage(asObject(value), messages, head);
    return strange(value);
  },
};

/** What of a page is not of the conversation. */
const besideOf = (route: string): readonly MaskRule[] =>
  route === PAGE_ROUTE ? pageMasks : route === SHARE_PAGE ? [sharePageMask] : [];

/** A page, a stream or what came over a socket; anything else that is no JSON is none of the site's. */
function readText(payload: Payload): Reading {
  if (payload.head.route === PAGE_ROUTE) return readShown(payload);
  if (payload.head.route === SHARE_PAGE) return readSharePage(payload);
  if (payload.head.route === 'socket') return readSocket(payload);
  if (isEventStream(payload.text)) return readStream(payload);
  return { kind: 'drift', because: 'not-json', at: [''] };
}

/** True for a tree of this site: nodes that hold messages with authors, or the site's own empty root. */
function isTree(value: unknown): boolean {
  const mapping = mappingOf(value);
  if (!mapping) return false;
  const nodes = Object.values(mapping).slice(0, 50);
  return nodes.length === 0
    ? Object.hasOwn(asObject(value), 'current_node')
    : nodes.some((node) => isObject(node) && ('message' in node || 'children' in node));
}

/** True for a public snapshot of this site. */
const isShared = (value: unknown): boolean =>
  sharedOf(value)
    ?.slice(0, 50)
    .some((node) => isObject(node) && isMessage(node.message)) ?? false;

/** True for a page of messages as this site writes them: each has an author with a role beside its content. */
const isPage = (value: unknown): boolean =>
  !mappingOf(value) && (messagesOf(value)?.slice(0, 50).some(isMessage) ?? false);

const isMessage = (value: unknown): boolean =>
  isObject(value) && isObject(value.author) && typeof value.author.role === 'string' && isObject(value.content);

/** The conversation that a read call's address names. */
const idIn = (address: string | null): string | null =>
  address === null ? null : (/\/backend-(?:api|anon)\/conversation\/([\w:-]+)/.exec(address)?.[1] ?? null);
