import { practiceRead } from './offer';

/** A practice chat of these texts, one after the other, as the server would send it. */
export const chat = (id: string, texts: readonly string[], { minute = 10, title = `On ${id}` } = {}) => ({
  chat: {
    id,
    title,
    created: '2026-09-21T08:00:00.000Z',
    updated: `2026-09-21T09:${String(minute).padStart(2, '0')}:00.000Z`,
    leaf: `${id}-${texts.length - 1}`,
  },
  messages: texts.map((text, n) => ({
    id: `${id}-${n}`,
    parent: n === 0 ? null : `${id}-${n - 1}`,
    author: n % 2 === 0 ? 'user' : 'assistant',
    model: n % 2 === 0 ? null : 'practice-1',
    sent: `2026-09-21T08:${String(n % 60).padStart(2, '0')}:00.000Z`,
    text,
  })),
});

/** The stream of an answer to a chat's question. */
export const answerStream = (id: string, question: string, answer: string): string => {
  const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
  const [asked, said] = chat(id, [question, answer]).messages;
  return `${event('question', asked ?? {})}${event('answer', said ?? {})}`;
};

/** That stream as the page got it. */
export const answered = (id: string, body: string, more: Partial<Parameters<typeof practiceRead>[1]> = {}) =>
  practiceRead({ chat: { id } }, { route: 'answer', method: 'POST', path: `/api/chats/${id}/messages`, body, ...more });
