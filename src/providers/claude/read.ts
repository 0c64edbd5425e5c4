import { pointer } from '../../lib/json';
import type { Payload, Reader } from '../contract';
import { PAGE_ROUTE } from '../kit/page-route';
import { conversationsOf, strange } from '../kit/shape';
import { asObject, asWords } from '../kit/value';
import { readConversation } from './conversation';
import { isDesignChat } from './design';
import { masksOf } from './masks';
import { isOther, OTHER_PLACES, readOther, recognisesStream } from './others';
import { pageMasks, readShown, recognisePage } from './page';
import { projectsIn } from './projects';
import { claude } from './site';
import { isMessage, messagesOf } from './wire';

/** Reads what the site sends of a conversation. Raised with {@link Reader.number} whenever it reads otherwise. */
export const claudeReader: Reader = {
  site: claude,
  number: 5,
  places: () => ['/chat_messages/*', ...OTHER_PLACES],
  masks: (head) => [...(head.route === PAGE_ROUTE ? pageMasks : []), ...masksOf(head)],
  recognises: (value) => isOther(value) || conversationsOf(value).some(isConversation),
  isExported: (value) => isDesignChat(value) || 'account' in asObject(value),
  projectsIn,
  recognisesText: (text) => recognisesStream(text) ?? recognisePage(text),
  read: (payload) => {
    if (payload.head.route === PAGE_ROUTE) return readShown(payload);
    const other = readOther(payload);
    if (other) return other;
    if (payload.value === undefined) return { kind: 'drift', because: 'not-json', at: [''] };
    const messages = messagesOf(payload.value);
    return messages ? readConversation(asObject(payload.value), messages, whence(payload)) : strange(payload.value);
  },
};

function whence({ head, value, text }: Payload) {
  const isShared = isShare(value) || head.route === 'share';
  const named = idIn(head.address);
  return {
    native: isShared ? null : named,
    share: isShared ? (asWords(asObject(value).uuid) ?? named) : null,
    text,
    place: (path: readonly (string | number)[]) => [pointer(...path)],
  };
}

/** The conversation, or the snapshot, that a call's address names. */
const idIn = (address: string | null): string | null =>
  address === null ? null : (/\/(?:chat_conversations|chat_snapshots)\/([\w-]+)/.exec(address)?.[1] ?? null);

/** Members that only a shared snapshot has. */
const isShare = (value: unknown): boolean => {
  const fields = asObject(value);
  return 'snapshot_name' in fields || 'up_to_date' in fields;
};

/** True for a conversation of this site: messages with a sender, or none and the site's own members. */
function isConversation(value: unknown): boolean {
  const messages = messagesOf(value);
  if (!messages) return false;
  return messages.length === 0 ? 'uuid' in asObject(value) : messages.slice(0, 50).some(isMessage);
}
