import { withoutMarks } from '../handoff/marks';
import { writtenIn } from '../handoff/run';
import type { Event } from '../model/event';
import type { Part } from '../model/parts';
import { partsOf } from '../projection/sources';
import { thingOf } from '../report/gaps';

/** All that a person can read of an event, as one text to search in: empty for what only counts or steers. */
export function textOf(event: Event): string {
  const said = [...namesIn(event), ...partsOf(event).flatMap(wordsOfPart)];
  return withoutMarks(said.filter((each) => each !== null && each !== undefined && each !== '').join('\n'));
}

type Words = readonly (string | null | undefined)[];

function namesIn({ kind, body, ...rest }: Event): Words {
  switch (kind) {
    case 'tool.call':
      return [body.name, ...(body.inputText === undefined ? textsIn(body.input) : [body.inputText])];
    case 'tool.result':
    case 'artifact':
    case 'thread.started':
      return [body.name];
    case 'notice':
    case 'unknown':
    case 'annotation':
      return [body.text];
    case 'gap':
      return [thingOf({ kind, body, ...rest }).name];
    default:
      return [];
  }
}

function wordsOfPart(part: Part): Words {
  switch (part.type) {
    case 'text':
    case 'code':
    case 'refusal':
      return [part.text];
    case 'diff':
      return [part.path, part.text];
    case 'command':
      return writtenIn(part).map(({ text }) => text);
    case 'json':
      return textsIn(part.value);
    case 'evidence':
      return [part.title, part.url, ...part.passages.map(({ text }) => text)];
    case 'citation':
      return [part.title];
    case 'link':
      return [part.url];
    case 'placeholder':
      return [];
    default:
      return [part.name];
  }
}

/** The texts in a value of a site, in order. Without recursion: its depth is the site's. */
function textsIn(value: unknown): string[] {
  const texts: string[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next === 'string') texts.push(next);
    else if (typeof next === 'object' && next !== null)
      for (const each of Object.values(next).toReversed()) open.push(each);
  }
  return texts;
}
