import { writeFileSync } from 'node:fs';
import type { Bidi } from './bidi';
import type { Page, Target } from './browser';
import { pause, until } from './temporary';

interface RemoteValue {
  readonly type: string;
  readonly value?: unknown;
  readonly sharedId?: string;
}

interface Outcome {
  readonly type: 'success' | 'exception';
  readonly result?: RemoteValue;
  readonly exceptionDetails?: { readonly text: string };
}

/** Special keys as WebDriver names them. */
const KEYS: Readonly<Record<string, string>> = {
  Enter: '\uE007',
  Tab: '\uE004',
  Escape: '\uE00C',
  Space: ' ',
  Backspace: '\uE003',
  Delete: '\uE017',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
  Home: '\uE011',
  End: '\uE010',
};
const CONTROL = '\uE009';

/** Runs source text in a context and gives its value, which must be JSON (or undefined). */
export async function run(bidi: Bidi, context: string, source: string): Promise<unknown> {
  const outcome = await bidi.send<Outcome>('script.evaluate', {
    expression: `(async () => JSON.stringify(await (${source})))()`,
    target: { context },
    awaitPromise: true,
    userActivation: true,
  });
  if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails?.text ?? 'an exception without words');
  return typeof outcome.result?.value === 'string' ? JSON.parse(outcome.result.value) : undefined;
}

const TRIES = 5;

/** One tab of Firefox behind the harness's face of a page. */
export function firefoxPage(bidi: Bidi, context: string, errors: readonly string[]): Page {
  const evaluate: Page['evaluate'] = (each, ...args) =>
    run(bidi, context, `(${each})(...${JSON.stringify(args)})`) as Promise<never>;
  const element = (target: Target, within = 15_000): Promise<string> =>
    until(`the element ${JSON.stringify(target)}`, () => find(bidi, context, target), { within });
  const click = async (target: Target, within?: number): Promise<void> => {
    for (let tries = 1; ; tries++) {
      const sharedId = await element(target, within);
      await until(`${JSON.stringify(target)} to be enabled`, () => ready(bidi, context, sharedId));
      try {
        return await point(bidi, context, sharedId);
      } catch (error) {
        // drawn anew between the look and the press: nothing was pressed
        if (tries === TRIES || !/out of bounds|no such (?:node|element)|stale/.test(String(error))) throw error;
        await pause(100 * tries);
      }
    }
  };
  return {
    errors,
    evaluate,
    goto: (address) => navigate(bidi, context, address),
    async reload() {
      await navigate(bidi, context, String(await run(bidi, context, 'location.href')));
    },
    address: async () => String(await run(bidi, context, 'location.href')),
    waitUntil: (what, each, ...args) => until(what, () => evaluate(each, ...args)),
    waitFor: async (target, { within } = {}) => void (await element(target, within)),
    sees: async (target) => (await find(bidi, context, target)) !== null,
    text: async (target, { within } = {}) =>
      String(await onElement(bidi, context, await element(target, within), INNER)),
    click: (target, { within } = {}) => click(target, within),
    async fill(target, text) {
      await until(`${JSON.stringify(target)} to have the focus`, async () => {
        await click(target);
        return (await onElement(bidi, context, await element(target), FOCUSED)) === true;
      });
      await keys(bidi, context, [CONTROL, 'a'], true);
      await keys(bidi, context, ['Delete']);
      await keys(bidi, context, [...text]);
    },
    press: (key) => keys(bidi, context, [key]),
    async choose(target, ...files) {
      const sharedId = await until(`${JSON.stringify(target)}`, () => find(bidi, context, target, false));
      await bidi.send('input.setFiles', { context, element: { sharedId }, files });
    },
    async screenshot(path) {
      const { data } = await bidi.send<{ data: string }>('browsingContext.captureScreenshot', { context });
      const image = Buffer.from(data, 'base64');
      if (path !== undefined) writeFileSync(path, image);
      return image;
    },
    activate: async () => void (await bidi.send('browsingContext.activate', { context })),
    close: async () => void (await bidi.send('browsingContext.close', { context })),
  };
}

const INNER = '(element) => element.innerText';
const VISIBLE = '(element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false })';
/** Brings an element into view, and tells whether it takes a click: not while the page still scrolls under it. */
const READY = `async (element) => {
  element.scrollIntoView({ block: 'center' });
  const frame = () => new Promise((resolve) => { setTimeout(resolve, 100); requestAnimationFrame(resolve); });
  const place = () => { const { x, y, width } = element.getBoundingClientRect(); return [x, y, width].join(); };
  const before = place();
  await frame();
  await frame();
  return place() === before && !element.matches(':disabled');
}`;
const FOCUSED = '(element) => element === document.activeElement';

/**
 * Loads an address. Waiting for the load over BiDi misses the change of process on the way to a page of an extension, so
 * it goes without, and asks for the document until another one is complete.
 */
async function navigate(bidi: Bidi, context: string, address: string): Promise<void> {
  const state = '[document.readyState, performance.timeOrigin, location.href]';
  const before = ((await run(bidi, context, state)) as unknown[])[1];
  await bidi.send('browsingContext.navigate', { context, url: address, wait: 'none' });
  await until(`the page ${address}`, async () => {
    const [ready, origin, href] = (await run(bidi, context, state)) as unknown[];
    return ready === 'complete' && origin !== before && (href !== 'about:blank' || address === 'about:blank');
  });
}

function locator(target: Target): object {
  if ('role' in target) return { type: 'accessibility', value: { role: target.role, name: target.name } };
  if ('text' in target) return { type: 'xpath', value: withText(target.text) };
  return { type: 'css', value: target.css };
}

/** The innermost elements that hold the words. XPath has no escapes: a text with both kinds of quotes is put together. */
function withText(text: string): string {
  const pieces = text.split('"').map((piece) => `"${piece}"`);
  const words = pieces.length === 1 ? pieces[0] : `concat(${pieces.join(`, '"', `)})`;
  const holds = `contains(normalize-space(.), ${words})`;
  return `//body//*[${holds}][not(.//*[${holds}])]`;
}

async function find(bidi: Bidi, context: string, target: Target, visible = true): Promise<string | null> {
  const { nodes } = await bidi.send<{ nodes: readonly RemoteValue[] }>('browsingContext.locateNodes', {
    context,
    locator: locator(target),
  });
  const shown: string[] = [];
  for (const { sharedId } of nodes) {
    if (sharedId !== undefined && (!visible || (await onElement(bidi, context, sharedId, VISIBLE))))
      shown.push(sharedId);
  }
  return shown[target.nth ?? 0] ?? null;
}

async function ready(bidi: Bidi, context: string, sharedId: string): Promise<boolean> {
  return (await onElement(bidi, context, sharedId, READY)) === true;
}

async function onElement(bidi: Bidi, context: string, sharedId: string, source: string): Promise<unknown> {
  const outcome = await bidi.send<Outcome>('script.callFunction', {
    functionDeclaration: source,
    arguments: [{ sharedId }],
    target: { context },
    awaitPromise: true,
  });
  if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails?.text ?? 'an exception without words');
  return outcome.result?.value;
}

async function point(bidi: Bidi, context: string, sharedId: string): Promise<void> {
  await bidi.send('input.performActions', {
    context,
    actions: [
      {
        type: 'pointer',
        id: 'mouse',
        actions: [
          { type: 'pointerMove', x: 0, y: 0, origin: { type: 'element', element: { sharedId } } },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      },
    ],
  });
}

async function keys(bidi: Bidi, context: string, names: readonly string[], together = false): Promise<void> {
  const values = names.map((name) => KEYS[name] ?? name);
  const down = (value: string) => ({ type: 'keyDown', value });
  const up = (value: string) => ({ type: 'keyUp', value });
  const actions = together
    ? [...values.map(down), ...values.toReversed().map(up)]
    : values.flatMap((value) => [down(value), up(value)]);
  await bidi.send('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
}
