import { z } from 'zod';
import { canonical } from '../../lib/json';
import { EventShape } from '../../model/event';
import { LibraryHead } from '../../model/library';
import { Note } from '../../model/note';
import { SessionHead } from '../../model/session';

/** What an archive holds only where the person chose so. */
export interface Extras {
  readonly notes: boolean;
  readonly library: boolean;
}

export const NO_EXTRAS: Extras = { notes: false, library: false };

/** `data/schema/`: JSON Schema of an event, of `session.json` and of what else is there, made from the schemas that read them. */
export function schemaFiles({
  notes,
  library,
}: Extras = NO_EXTRAS): { readonly path: string; readonly text: string }[] {
  return [
    {
      path: 'event.schema.json',
      text: schemaText(EventShape, 'An event of a Valise session: one line of session.jsonl'),
    },
    { path: 'session.schema.json', text: schemaText(SessionHead, 'session.json of a Valise archive') },
    ...(notes
      ? [{ path: 'note.schema.json', text: schemaText(Note, 'A line of notes.jsonl of a Valise archive') }]
      : []),
    ...(library
      ? [{ path: 'library.schema.json', text: schemaText(LibraryHead, 'library.json of a Valise backup') }]
      : []),
  ];
}

// what is read must be allowed to hold more than we know: `input` leaves objects open where the format does
const schemaText = (schema: z.ZodType, title: string): string =>
  `${canonical({ ...z.toJSONSchema(schema, { io: 'input', reused: 'ref' }), title })}\n`;
