/**
 * Puts a listener behind one of the page's functions. The function is called first and its answer is returned as it is;
 * what the listener throws is nobody's business but ours. A Proxy keeps the name and text of the native one.
 */
export function around<O extends object, K extends keyof O>(
  owner: O,
  key: K,
  listener: (answer: unknown, self: unknown, args: unknown[]) => void,
): void {
  const native = owner[key];
  if (typeof native !== 'function') return;
  const { apply, construct } = Reflect;
  const listen = (answer: unknown, self: unknown, args: unknown[]): unknown => {
    try {
      listener(answer, self, args);
    } catch {
      // The page must not notice us. What could not be heard is read when the person asks for it.
    }
    return answer;
  };
  owner[key] = new Proxy(native, {
    apply: (target, self, args) => listen(apply(target, self, args), self, args),
    construct: (target, args, as) => listen(construct(target, args, as), null, args) as object,
  });
}

/** Does our work inside an event of the page. */
export function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // as above: not the page's business
  }
}
