/*
 * The browser's interface inside a page's isolated world: only messages, and without the polyfill, which would be a
 * third of what a page has to carry. Both browsers know promises for `sendMessage` and callbacks for answers.
 */
interface Runtime {
  readonly id?: string;
  sendMessage(message: unknown): Promise<unknown>;
  readonly onMessage: {
    addListener(
      listener: (message: unknown, sender: { id?: string; tab?: unknown }, answer: (value: unknown) => void) => boolean,
    ): void;
  };
}

const runtime = (): Runtime | undefined => {
  const { browser, chrome } = globalThis as { browser?: { runtime?: Runtime }; chrome?: { runtime?: Runtime } };
  return browser?.runtime ?? chrome?.runtime;
};

/** False once the extension was updated or removed: this script is an orphan, and nobody hears it. */
export const isAlive = (): boolean => runtime()?.id !== undefined;

/** Sends a message to the background. */
export const sendFromPage = async (message: unknown): Promise<unknown> => runtime()?.sendMessage(message);

/** Answers what the background says to this tab; pages and scripts that are not ours are not heard. */
export const onAsked = (listener: (message: unknown) => unknown): void => {
  runtime()?.onMessage.addListener((message, sender, answer) => {
    if (sender.id === runtime()?.id && sender.tab === undefined) answer(listener(message));
    return false;
  });
};
