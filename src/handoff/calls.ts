import { isObject, parseJson } from '../lib/json';
import type { Event } from '../model/event';
import { hasFailed } from '../report/failed';
import { shownName, withoutMarks } from './marks';
import { toolName } from './names';
import { withoutSealed } from './opaque';
import { readable } from './readable';
import type { Shown } from './shown';

/** The name of a call as an ordinary function. */
export const callName = ({ body }: Event<'tool.call'>, clean: (text: string) => string): string =>
  toolName(clean(body.name || body.class));

/** What a call was given, as the JSON object that the format asks for; what is no object stands under `input`. */
export function argumentsOf(
  { body }: Event<'tool.call'>,
  clean: (text: string) => string,
  lose: (why: string) => void,
): Record<string, unknown> {
  const given = body.input === undefined ? textInput(body.inputText ?? '') : body.input;
  if (!isObject(given)) lose('The format asks for an object: what the tool was given stands under "input".');
  let sealed = 0;
  const open = withoutSealed(isObject(given) ? given : { input: given }, () => sealed++);
  if (sealed > 0) lose(`${sealed} sealed values were left out.`);
  const input = cleaned(open, clean);
  return isObject(input) ? input : {};
}

/** Input that was kept as text is JSON after all where it parses to an object. */
function textInput(text: string): unknown {
  const value = parseJson(text);
  return isObject(value) ? value : text;
}

function cleaned(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(withoutMarks(value));
  if (Array.isArray(value)) return value.map((each) => cleaned(each, clean));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [clean(withoutMarks(key)), cleaned(each, clean)]),
  );
}

/** Stands for a result that is not there. */
export const NO_RESULT = '[No result of this call was recorded.]';

/** What a call gave back, readable. */
export function resultText(shown: Shown, results: readonly Event<'tool.result'>[]): string {
  const texts = results.map((result) => {
    const text = readable(shown, result);
    const { status } = result.body;
    const note = hasFailed(result.body)
      ? '[It failed.]'
      : !status || /^(?:finished|success|ok|completed)/.test(status)
        ? ''
        : `[status: ${shownName(status)}]`;
    return [note, text].filter((each) => each !== '').join('\n') || '[The result is empty.]';
  });
  return texts.join('\n\n');
}
