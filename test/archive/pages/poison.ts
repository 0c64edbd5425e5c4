import { artifactName, sha256Hex } from '../../../src/lib/hash';
import type { Event } from '../../../src/model/event';
import { citation, compose, sealedValue } from '../../model/compose';

/** A log in which every text that a site, a page or a person may choose is one of the given strings, in turn. */
export function poisonLog(strings: readonly string[]): Event[] {
  let next = 0;
  // an id or an address is never empty, and no log holds half a character
  const p = (): string => (strings[next++ % Math.max(strings.length, 1)] ?? '').toWellFormed();
  const log = compose({ session: `s${p()}`, origin: `https://${p()}` });
  // code keeps every byte, a site's marks too
  const code = (): string => p().replace(/[\ue200-\ue2ff]/g, '');
  const json = (): unknown => ({ [p()]: p(), list: [p(), { deep: p() }] });
  const actor = (kind: 'user' | 'assistant' | 'tool') => ({ kind, name: p(), model: p() }) as const;

  log.system(p());
  log.add('config', {
    [`k${p()}`]: p(),
    instructions: json(),
    parts: [{ type: 'text', text: p(), format: 'plain', of: p() }],
  });
  const first = log.user([{ type: 'text', text: p(), format: 'plain' }], { actor: actor('user') });
  log.add(
    'reasoning',
    { form: 'summary', parts: [{ type: 'text', text: p(), format: 'markdown' }], status: p() },
    { sealed: [{ ...sealedValue('reasoning', 'missing'), hides: p(), system: p(), pointer: p() }] },
  );
  log.call(p(), json(), { callId: p(), actor: actor('assistant') });
  const result = log.result(
    p(),
    [
      { type: 'text', text: p(), format: 'plain' },
      {
        type: 'evidence',
        id: p(),
        url: p(),
        title: p(),
        passages: [{ text: p(), origin: 'provider' }],
        cited: null,
        site: p(),
        published: p(),
      },
      {
        type: 'evidence',
        id: `e${p()}`,
        url: `https://a.example/${p()}`,
        title: p(),
        passages: [{ text: p(), origin: 'page' }],
        cited: true,
      },
      { type: 'json', value: json(), of: p() },
      { type: 'command', text: code(), stdout: code(), stderr: code() },
      { type: 'diff', text: code(), path: p() },
    ],
    { status: p() },
  );
  const answer = p();
  const last = log.assistant(
    [
      { type: 'text', text: answer, format: 'markdown' },
      citation([0, answer.length], `${result}#${p()}`),
      { ...citation([1, 2]), url: p(), title: p() },
      { ...citation(null), url: p(), title: p() },
      { type: 'text', text: p(), format: 'html-sanitised' },
      { type: 'code', text: code(), language: p() },
      { type: 'image', artifact: null, mime: p(), name: p(), alt: p(), pointer: p() },
      { type: 'file', artifact: artifactName(sha256Hex('a picture')), mime: p(), name: p(), pointer: 'sandbox:/x' },
      { type: 'refusal', text: p() },
      { type: 'link', url: p() },
      { type: 'placeholder', reason: p() },
    ],
    { actor: actor('assistant') },
  );
  log.add('artifact', { artifact: artifactName(sha256Hex('a table')), name: p(), mime: p(), bytes: 27, role: p() });
  log.add('notice', { type: p(), text: p() });
  log.add('usage', { [`u${p()}`]: p() });
  log.add('gap', { what: json(), why: 'not-sent', where: p(), native: p() });
  log.add('annotation', { type: p(), text: p() });
  log.call(p(), undefined, { inputText: p() });
  log.add('unknown', { type: p(), text: p() });
  log.add('approval', { decision: p() });
  log.add('compaction', { summary: [{ type: 'text', text: p(), format: 'markdown' }] });
  log.add('agent.message', {
    author: p(),
    recipients: [p()],
    readable: 'full',
    parts: [{ type: 'text', text: p(), format: 'plain' }],
  });
  log.at(first);
  log.assistant(p(), { actor: actor('assistant') });
  log.add('thread.started', { name: p(), from: null }, { thread: `t${p()}`, parents: [last] });
  log.assistant(p(), { thread: `t${p()}`, parents: [last] });
  log.add('server.state', {
    system: p(),
    type: p(),
    id: p(),
    retention: { rule: p(), until: p() },
    deletion: { how: 'menu', where: p(), doneAt: p() },
  });
  log.updated(p(), last);
  return log.events();
}
