import messages from '../assets/_locales/en/messages.json';

/**
 * Import this first in a test of what is shown: it stands in for the browser's message files, and for its list of
 * downloads, which is empty: the library looks at it by itself. A test that needs more of the browser fakes the room
 * `platform`, or runs in a real one.
 */
const words: Record<string, { readonly message: string } | undefined> = messages;

const browser = {
  runtime: { id: 'valise' },
  i18n: {
    getMessage: (key: string, values: readonly string[] = []) =>
      (words[key]?.message ?? '').replace(/\$(\$|\d)/g, (_, mark: string) =>
        mark === '$' ? '$' : (values[Number(mark) - 1] ?? ''),
      ),
    getUILanguage: () => 'en',
  },
  downloads: {
    search: async () => [],
    onChanged: { addListener: () => undefined, removeListener: () => undefined },
  },
};

// The polyfill asks `chrome` whether it is in an extension, and then takes `browser` as it is.
Reflect.set(globalThis, 'chrome', browser);
Reflect.set(globalThis, 'browser', browser);
