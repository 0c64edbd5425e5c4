import { artifactName, sha256Hex } from '../../src/lib/hash';
import type { Event } from '../../src/model/event';
import { chatCopy, citation, compose, evidence, text } from './compose';

const THOUGHT = 'The person wants the newest depth.';

/**
 * A chat of a site that sends messages as lists of blocks: a question with a pasted note, an answer that thinks, searches,
 * speaks, writes a document and speaks again, an answer that was stopped, and a question that is empty.
 */
export function blockChat(): Event[] {
  const log = compose({ session: 's-depths-1' });
  const of = (message: string, own: string, parent: string) => ({
    id: `${message}/${own}`,
    parents: [parent],
    native: { id: message },
  });
  const q1 = log.user(
    [
      { ...text('1887: 41 m\n2019: 43 m', 'plain'), name: 'soundings.txt', of: 'attachment' },
      { type: 'image', artifact: null, mime: 'image/png', name: 'lake.png' },
    ],
    { id: 'q1', parents: [] },
  );
  log.user('How deep is the lake now?', of('q1', 'message.0', q1));
  const gap = { what: { name: 'lake.png' }, why: 'not-fetched', where: 'message', native: 'q1' } as const;
  log.add('gap', gap, { parents: [q1], chain: false });

  const a1 = log.add('message', { role: 'assistant', status: 'end_turn', parts: [] }, { id: 'a1', parents: [q1] });
  const thought = log.add(
    'reasoning',
    { form: 'summary', parts: [text(THOUGHT)] },
    { ...of('a1', 'reasoning.0', a1), actor: { kind: 'assistant', name: null, model: null } },
  );
  const search = log.call(
    'web_search',
    { query: 'depth of the lake' },
    { ...of('a1', 'tool.call.0', thought), callId: 't1' },
  );
  const found = log.result('web_search', [evidence('s1', 'https://lake.example/', 'The lake', '43 m.')], {
    ...of('a1', 'tool.result.0', search),
    callId: 't1',
  });
  const says = log.assistant(
    [text('It is 43 m deep.'), citation([0, 16], `${found}#s1`)],
    of('a1', 'message.0', found),
  );
  const more = log.assistant('I write that down.', of('a1', 'message.1', says));
  const write = log.call('artifacts', { command: 'update' }, { ...of('a1', 'tool.call.1', more), callId: 't2' });
  log.add(
    'artifact',
    {
      artifact: artifactName(sha256Hex('a table')),
      name: 'depths.md',
      mime: null,
      bytes: 27,
      role: 'version',
      version: 2,
      command: 'update',
      document: 'depths',
    },
    { parents: [write], chain: false },
  );
  const written = log.result('artifacts', [text('OK', 'plain')], { ...of('a1', 'tool.result.1', write), callId: 't2' });
  log.assistant('Done.', of('a1', 'message.2', written));

  const stopped = log.add(
    'message',
    { role: 'assistant', status: 'user_canceled', parts: [] },
    { id: 'a2', parents: [q1], actor: { kind: 'assistant', name: null, model: null } },
  );
  log.assistant('It is', of('a2', 'message.0', stopped));

  const empty = log.user([], { id: 'q2', parents: [a1] });
  log.add('server.state', chatCopy('s-depths-1'), { parents: [] });
  log.updated('Depths', empty);
  return log.events();
}
