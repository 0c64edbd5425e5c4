import { gapsOf, sealedOf, serverCopiesOf } from '../../projection/lacks';
import { eventsOf } from '../../projection/view';
import { whatOf, whyOf } from '../../report/gaps';
import { fitting } from '../fitting';
import { quotedName } from '../markdown';
import { place, type Shown } from '../shown';

const LIMIT = 20_000;

/** What is known to be missing, what only a provider can open, and what is still on its server. */
export function missingSection(shown: Shown): string {
  const { view } = shown;
  const gaps = gapsOf(view).map((gap) => `- ${place(shown, gap.id)} ${quotedName(whatOf(gap))}: ${whyOf(gap)}`);
  const sealed = sealedOf(view)
    .filter(({ sealed: { twin } }) => twin.state === 'missing')
    .map(
      ({ event, sealed: { kind, hides } }) =>
        `- ${place(shown, event)} sealed by the provider (${kind}), nothing readable stands for it: ${quotedName(hides)}`,
    );
  const unknown = eventsOf(view, 'unknown').map(
    ({ id, body }) => `- ${place(shown, id)} not fully read: ${body.type ? quotedName(body.type) : 'a type not named'}`,
  );
  const copies = serverCopiesOf(view).length;
  const all = [...gaps, ...sealed, ...unknown];
  const { kept, left } = fitting(all, (line) => line, LIMIT);
  const lines = left > 0 ? [...kept, `- and ${left} more, in transcript.md`] : kept;
  const server =
    copies > 0
      ? `\n\nOn the provider's server ${copies === 1 ? 'is one copy' : `are ${copies} copies`} of what belongs to this session; none is needed to go on.`
      : '';
  return `## Known to be missing\n\n${lines.length > 0 ? lines.join('\n') : 'Nothing that the log knows of.'}${server}`;
}
