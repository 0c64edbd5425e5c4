import { z } from 'zod';
import { canonical } from '../../lib/json';
import { EventShape } from '../../model/event';
import { SessionHead } from '../../model/session';

/** `data/schema/`: JSON Schema of an event and of `session.json`, made from the schemas that read them. */
export function schemaFiles(): { readonly path: string; readonly text: string }[] {
  return [
    {
      path: 'event.schema.json',
      text: schemaText(EventShape, 'An event of a Valise session: one line of session.jsonl'),
    },
    { path: 'session.schema.json', text: schemaText(SessionHead, 'session.json of a Valise archive') },
  ];
}

// what is read must be allowed to hold more than we know: `input` leaves objects open where the format does
const schemaText = (schema: z.ZodType, title: string): string =>
  `${canonical({ ...z.toJSONSchema(schema, { io: 'input', reused: 'ref' }), title })}\n`;
