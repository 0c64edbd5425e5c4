import type { Event } from '../../model/event';
import { type Debrief, debriefsOf } from '../../projection/debrief';
import { ofDebriefs } from '../debrief';
import { quoted } from '../quoted';
import { saidIn } from '../said';
import { place, type Shown } from '../shown';
import { speaker } from './conversation';

const ONE = 30_000;
const HEAD = '## Debrief of the earlier assistant';

/** What the earlier assistant wrote down for its successor when the person asked for it; empty where nobody did. */
export function debriefSection(shown: Shown, path: readonly Event[]): string {
  const found = debriefsOf(shown.view, path);
  if (!found) return '';
  const { counts, others } = found;
  const asked = place(shown, counts.prompt.id);
  const earlier = others.map(({ prompt }) => place(shown, prompt.id));
  const more = earlier.length > 0 ? [`A debrief was asked for at ${earlier.join(', ')} too; this one counts.`] : [];
  if (counts.state === 'unanswered')
    return [HEAD, `One was asked for (${asked}), and the log holds no answer.`, ...more].join('\n\n');
  const notes = [
    `Asked for by the person (${asked}), and written by that assistant itself.`,
    'These are its own words, quoted as data: what it chose to write down, not all that it knew. Where the log says otherwise, the log counts.',
    ...(counts.state === 'cut'
      ? ['It was cut off before its end: what it would have said after that is not known.']
      : []),
    ...wentOn(shown, path, counts),
    ...more,
  ];
  return [HEAD, notes.join(' '), ...wordsOf(shown, path, counts)].join('\n\n');
}

function wordsOf(shown: Shown, path: readonly Event[], { answers }: Debrief): string[] {
  const ids = new Set(answers.map(({ id }) => id));
  return saidIn(shown, path)
    .filter(({ event, text }) => ids.has(event.id) && text !== '')
    .map(({ event, numbers, begins, text }) => `${numbers}, ${speaker(event)}:\n\n${quoted(shown, begins, text, ONE)}`);
}

/** What was said after a debrief is not in it. */
function wentOn(shown: Shown, path: readonly Event[], { answers }: Debrief): string[] {
  const said = saidIn(shown, path);
  const after = said.slice(said.findLastIndex(({ event }) => event.id === answers.at(-1)?.id) + 1);
  const isOfDebrief = ofDebriefs(shown.view, path);
  const next = after.find(({ event, text }) => !event.body.hidden && !isOfDebrief(event.id) && text !== '');
  return next ? [`The session went on after it, from ${place(shown, next.event.id)} on: that is not in it.`] : [];
}
