import { indexHtml } from '../../src/archive/pages/index-html';
import type { Event as LogEvent } from '../../src/model/event';
import { viewOf } from '../../src/projection/view';
import { SessionReader } from '../../src/ui/session/reader';
import { ARCHIVE, pageOf } from '../archive/pages/rich';
import { chain, conversation } from '../providers/chatgpt/compose';
import * as ofClaude from '../providers/claude/compose';
import { logOf } from './kept';
import { settled, shown } from './render';

/** A session as the library shows it, all of it open. */
export async function inLibrary(events: readonly LogEvent[]): Promise<Element> {
  const root = await shown(
    <SessionReader session="one" view={viewOf(events)} report={null} bytesOf={async () => null} target={null}>
      <h1>Title</h1>
    </SessionReader>,
  );
  for (let round = 0; round < 2; round++) {
    for (const fold of root.querySelectorAll('details')) {
      fold.open = true;
      fold.dispatchEvent(new Event('toggle'));
    }
    await settled(2);
  }
  return root;
}

/** A session as the page of an archive shows it. */
export async function inArchive(events: readonly LogEvent[]): Promise<Element> {
  const page = indexHtml([pageOf(events)], ARCHIVE);
  return new DOMParser().parseFromString(page, 'text/html').body;
}

export const fromChatgpt = async (...messages: Parameters<typeof chain>[0]): Promise<LogEvent[]> =>
  (await logOf(conversation(chain(messages), messages.at(-1)?.id))).lines.map(({ event }) => event);

/** A question of Claude with what was sent along, and an answer of some blocks. */
export async function fromClaude(sent: {
  asked: string;
  attachments?: object[];
  blocks?: object[];
}): Promise<LogEvent[]> {
  const { asked, attachments = [], blocks = [] } = sent;
  const messages = [
    ofClaude.message('q', 'human', asked === '' ? [] : asked, ofClaude.ROOT, { attachments }),
    ofClaude.message('a', 'assistant', [...(blocks as []), ofClaude.text('So.')], 'q'),
  ];
  return (await logOf(ofClaude.conversation(messages, 'a'), 'claude')).lines.map(({ event }) => event);
}

export const words = (root: Element): string => root.textContent?.replace(/\s+/g, ' ') ?? '';
export const all = (root: Element, selector: string): Element[] => [...root.querySelectorAll(selector)];
