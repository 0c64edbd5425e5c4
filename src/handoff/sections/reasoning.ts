import type { Event } from '../../model/event';
import type { Loss } from '../../report/facts';
import { quotedBlock } from '../frame';
import { withoutFernet } from '../opaque';
import { readable } from '../readable';
import { type HandoffUse, place, type Shown } from '../shown';
import { RUN_WORDS, reasoningRuns } from '../thoughts';

const REASONING_LIMIT = 60_000;
const REASONING_ALONE = 12_000;

interface Run {
  readonly what: string;
  readonly text: string;
}

/** What a reasoning says, the thought and what sums it up apart. */
function runsOf(shown: Shown, event: Event<'reasoning'>): Run[] {
  return reasoningRuns(event.body)
    .map(({ of, parts }) => ({
      what: of === null ? FORMS[event.body.form] : RUN_WORDS[of].toLowerCase(),
      text: withoutFernet(readable(shown, { ...event, body: { ...event.body, parts } })),
    }))
    .filter(({ text }) => text !== '');
}

const FORMS: Readonly<Record<Event<'reasoning'>['body']['form'], string>> = {
  full: 'the thought in full',
  summary: 'a summary',
  none: 'not shown',
};

/** Reasoning that the site showed: as text, since most models leave another model's reasoning out. */
export function reasoningSection(
  shown: Shown,
  path: readonly Event[],
  use: HandoffUse,
): { text: string; events: ReadonlySet<string>; loss: Loss[] } {
  const all = path.filter((event) => event.kind === 'reasoning');
  const events = new Set<string>();
  const loss: Loss[] = [];
  const texts: string[] = [];
  let room = use === 'alone' ? REASONING_ALONE : REASONING_LIMIT;
  for (const event of all.toReversed()) {
    const runs = runsOf(shown, event);
    const words = runs.map(({ text }) => text).join('');
    room -= words.length;
    if (room < 0)
      loss.push({
        event: event.id,
        what: 'reasoning',
        why: 'It is left out: the handoff has room for the latest reasoning only.',
      });
    else {
      events.add(event.id);
      if (words === '') continue;
      texts.push(
        runs
          .map(({ what, text }) => `${place(shown, event.id)} (${what}):\n\n${quotedBlock(shown.view, text)}`)
          .join('\n\n'),
      );
      loss.push({
        event: event.id,
        what: 'reasoning',
        why: 'It stands as text in the first message: other models leave out reasoning that is not theirs.',
      });
    }
  }
  const left = all.length - events.size;
  const note = `Earlier reasoning as the site showed it: what the model thought besides, nobody here knows.${left > 0 ? ` The ${left} earliest are left out here.` : ''}`;
  return {
    text: texts.length === 0 ? '' : `## Reasoning the site showed\n\n${note}\n\n${texts.reverse().join('\n\n')}`,
    events,
    loss: loss.reverse(),
  };
}
