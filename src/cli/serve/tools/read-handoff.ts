import { z } from 'zod';
import { sessionFolder } from '../../../archive/names';
import { quotedBlock } from '../../../handoff/frame';
import { cutFrom, failure, MOST, notice, said } from '../answer';
import { fileText } from '../files';
import { SESSION, SKIP, toolOf } from '../tool';

export const readHandoff = toolOf({
  name: 'read_handoff',
  title: 'Read the handoff',
  description:
    'The text with which another model takes a session over: its goal, instructions in force, course, last exchange, files, sources, and what is missing, each with the numbers of the events it stands on. Read it first to go on with a session.',
  input: z.strictObject({ session: SESSION, skip: SKIP }),
  async run(served, { session: slug, skip }) {
    const session = served.session(slug);
    if (typeof session === 'string') return failure(session);
    const whole = await fileText(served.archive, `${sessionFolder(session.slug)}handoff.md`);
    if (whole === null) return failure('The handoff is not in the archive, or is not what it was.');
    const text = session.cleanFile(whole);
    if (skip > 0 && skip >= text.length) return failure(`The handoff has only ${text.length} characters.`);
    if (skip === 0 && text.length <= MOST) return said(text);
    // a piece of it may begin inside a fence of its own: each stands in one
    const { cut, next } = cutFrom(text, skip, MOST - 1000);
    const more = next === null ? '' : ` More: read_handoff with skip ${next}.`;
    return said(
      notice(session.view),
      `The handoff, characters ${skip} to ${skip + cut.length} of ${text.length}.${more}`,
      quotedBlock(session.view, cut),
    );
  },
});
