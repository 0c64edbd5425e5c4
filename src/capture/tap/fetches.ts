import { around } from './around';
import type { Ear } from './hear';

/** Hears `fetch`. The answer is cloned before the page can read it: our reaction to it is the first. */
export function hearFetch(ear: Ear): void {
  const Request = self.Request;
  const then = Promise.prototype.then;
  around(self, 'fetch', (answer, _, [input, init]) => {
    const asked = input instanceof Request ? input : null;
    const options = (init ?? {}) as RequestInit;
    const route = ear.route(options.method ?? asked?.method ?? 'GET', asked?.url ?? input);
    if (!route) return;
    const heard = (response: Response): void => {
      if (!response.ok) return;
      const { url: address, status, headers } = response;
      const head = { address, status, type: headers.get('content-type') };
      drain(response.clone(), ear.begin(route, head, options.body));
    };
    // A failure is the page's to handle, and one inside ours must not become an event of the page.
    then.call(then.call(answer as Promise<unknown>, heard as (value: unknown) => void), null, () => null);
  });
}

function drain(copy: Response, heard: ReturnType<Ear['begin']>): void {
  const reader = copy.body?.getReader();
  const next = async (): Promise<void> => {
    try {
      for (;;) {
        const read = await reader?.read();
        if (!read || read.done) return heard.end(true);
        heard.add(read.value);
      }
    } catch {
      heard.end(false); // the page ended it, or the connection was lost
    }
  };
  void next();
}
