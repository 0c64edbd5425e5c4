import type { Element } from 'hast';
import { attachedName } from '../../handoff/attached';
import { type CitedText, citedTexts } from '../../handoff/cited';
import type { Shown } from '../../handoff/shown';
import type { Event } from '../../model/event';
import type { Part } from '../../model/parts';
import { partsOf } from '../../projection/sources';

export interface ApartAsk {
  readonly number: number;
  readonly texts: readonly Pick<CitedText, 'text' | 'cites'>[];
}

export interface ApartAnswer {
  readonly number: number;
  /** One for each text. */
  readonly trees: readonly (readonly Element[])[];
}

type Trees = ApartAnswer['trees'];

/** What texts of an event are when they are set, by their parts: those that were set apart and not taken yet. */
export type SetTexts = Map<Part, readonly Element[]>;

/** Takes the text of a part out of it: it is ten times its words, and nobody needs it again. */
export function taken(texts: SetTexts | null, part: Part): readonly Element[] | undefined {
  const text = texts?.get(part);
  texts?.delete(part);
  return text;
}

/** Sets the Markdown of an event beside the page. What is not in the answer is to be set by the page itself. */
export async function setTexts(shown: Shown, event: Event): Promise<SetTexts> {
  const asked = [...citedTexts(shown, partsOf(event)).values()].filter(isMarkdown);
  if (asked.length === 0) return new Map();
  const trees = await setApart(asked.map(({ text, cites }) => ({ text, cites })));
  return new Map(asked.flatMap(({ part }, at) => (trees?.[at] ? [[part, trees[at]]] : [])));
}

const isMarkdown = ({ part }: CitedText): boolean => part.format === 'markdown' && attachedName(part) === null;

/** Those that wait for the worker, by the numbers of what they asked; null once there is none to be had. */
let waiting: Map<number, (trees: Trees | null) => void> | null = new Map();
let worker: Worker | null = null;
let asked = 0;

/** The trees of texts, or null where the browser lets us have no worker. */
const setApart = (texts: ApartAsk['texts']): Promise<Trees | null> =>
  new Promise((resolve) => {
    try {
      worker ??= started();
    } catch {
      giveUp(); // it says why in its own console; the page sets its texts itself
    }
    if (waiting === null || worker === null) return resolve(null);
    asked += 1;
    waiting.set(asked, resolve);
    worker.postMessage({ number: asked, texts } satisfies ApartAsk);
  });

function started(): Worker | null {
  if (waiting === null || typeof Worker === 'undefined') return null;
  const made = new Worker(new URL('./apart-worker.ts', import.meta.url), { type: 'module' });
  made.addEventListener('error', giveUp);
  made.addEventListener('messageerror', giveUp);
  made.addEventListener('message', ({ data: { number, trees } }: MessageEvent<ApartAnswer>) => {
    waiting?.get(number)?.(trees);
    waiting?.delete(number);
  });
  return made;
}

function giveUp(): void {
  const left = waiting;
  waiting = null;
  worker?.terminate();
  worker = null;
  for (const each of left?.values() ?? []) each(null);
}
