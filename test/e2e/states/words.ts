import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import messages from '../../../assets/_locales/en/messages.json';
import type { MessageKey } from '../../../src/platform/strings';
import { temporaryFolder } from '../harness/temporary';

/** What a page says for a key. */
export type Say = (key: MessageKey, ...values: readonly (string | number)[]) => string;

const sayIn =
  (worded: (message: string) => string): Say =>
  (key, ...values) =>
    worded(messages[key].message).replace(/\$(\$|\d)/g, (_, mark: string) =>
      mark === '$' ? '$' : String(values[Number(mark) - 1] ?? ''),
    );

/** As the pages say it in English. */
export const english: Say = sayIn((message) => message);

/** As they say it in no language: accented, two fifths longer, in brackets. */
export const pseudo: Say = sayIn(pseudoOf);

const ACCENTS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'aàeéiïoöuûyýcçnñsšzžAÅEÉIÎOØUÜYÝCÇNÑSŠ'].flatMap((each, at, all) =>
    at % 2 === 0 ? [[each, all[at + 1] ?? each]] : [],
  ),
);

/** How much longer words may be in another language. */
const LONGER = 0.4;
const FILLING = 'ŵöřðš ţö ƒïļļ ';

/** Marks of values stay as they are. */
function pseudoOf(message: string): string {
  const accented = message.replace(/\$[$\d]|[a-z]/gi, (each) => ACCENTS[each] ?? each);
  const more = Math.ceil([...message].length * LONGER);
  return `⟦${accented} ${FILLING.repeat(Math.ceil(more / FILLING.length))
    .slice(0, more)
    .trim()}⟧`;
}

/** A copy of a build whose pages say everything so: the only words left as they are have a limit of the browser's. */
export function pseudoBuild(build: string): string {
  const copy = join(temporaryFolder('pseudo'), 'build');
  cpSync(build, copy, { recursive: true });
  const worded = Object.entries(messages).map(([key, { message }]) => [
    key,
    { message: key === 'extension_description' ? message : pseudoOf(message) },
  ]);
  writeFileSync(join(copy, '_locales/en/messages.json'), JSON.stringify(Object.fromEntries(worded)));
  return copy;
}
