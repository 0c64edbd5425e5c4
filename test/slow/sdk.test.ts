import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { targets } from '../../src/handoff/targets';
import { withPicture } from '../handoff/to/carried';
import { installedBy } from '../proof/install';
import { type Ran, run } from '../proof/run';
import { cases } from '../proof/sessions';

const ROLE = ['"role":"user"', '"role":"robot"'] as const;

/** What the SDK of each API says it takes: the type of our file, and what makes it wrong. */
const TYPES: Readonly<Record<string, readonly [type: string, wrong: readonly [from: string, to: string]]>> = {
  messages: ['import("openai").OpenAI.ChatCompletionMessageParam[]', ROLE],
  responses: ['import("openai").OpenAI.Responses.ResponseInputItem[]', ROLE],
  anthropic: [
    'Pick<import("@anthropic-ai/sdk").Anthropic.MessageCreateParams, "messages" | "tools" | "tool_choice">',
    ROLE,
  ],
  gemini: ['import("@google/genai").Content[]', ['"text":', '"robot":']], // any text may be a role there
  'ai-sdk': ['import("ai").UIMessage[]', ROLE],
};

const sessions = await cases();
const written = (name: string, index: number): string => {
  const target = targets.find((each) => each.name === name);
  const session = sessions[index];
  if (!target || !session) throw new Error(`no ${name}`);
  return target.build(session.view, withPicture).text;
};

describe('the SDKs take what is written for their APIs', () => {
  let folder = '';
  beforeAll(async () => {
    folder = join(await installedBy('test/proof/sdk'), '..', 'written');
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }, 600_000);

  const check = (files: readonly string[]): Promise<Ran> => {
    const options = [
      '--ignoreConfig',
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--skipLibCheck',
      '--module',
      'nodenext',
    ];
    const tsc = resolve('node_modules/typescript/bin/tsc');
    return run([process.execPath, tsc, ...options, '--target', 'es2023', '--types', '', ...files], {
      env: {},
      cwd: folder,
    });
  };

  test('their types', async () => {
    const files = Object.entries(TYPES).flatMap(([name, [type]]) =>
      sessions.map((_, index) => {
        const file = join(folder, `${name}-${index}.ts`);
        writeFileSync(file, `export const written: ${type} = ${written(name, index)};\n`);
        return file;
      }),
    );
    expect(await check(files)).toMatchObject({ code: 0, out: '' });
  });

  test.each(Object.entries(TYPES))('and those of %s refuse what is wrong', async (name, [type, [from, to]]) => {
    const wrong = written(name, 0).replace(from, to);
    const file = join(folder, `wrong-${name}.ts`);
    writeFileSync(file, `export const written: ${type} = ${wrong};\n`);
    const { code, out } = await check([file]);
    expect(code).not.toBe(0);
    expect(out).toContain('robot');
  });

  test('the AI SDK’s own check, and what it makes for a model', async () => {
    const program = join(folder, 'convert.mjs');
    writeFileSync(
      program,
      `import { readFileSync } from 'node:fs';
       import { convertToModelMessages, modelMessageSchema, safeValidateUIMessages } from 'ai';
       for (const file of process.argv.slice(2)) {
         const checked = await safeValidateUIMessages({ messages: JSON.parse(readFileSync(file, 'utf8')) });
         if (!checked.success) throw checked.error;
         const messages = await convertToModelMessages(checked.data);
         for (const message of messages) modelMessageSchema.parse(message);
         console.log(JSON.stringify(messages));
       }`,
    );
    const files = sessions.map((_, index) => {
      const file = join(folder, `${index}.json`);
      writeFileSync(file, written('ai-sdk', index));
      return file;
    });
    const { code, out, err } = await run([process.execPath, program, ...files], { env: {}, cwd: folder });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const made = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { role: string }[]);
    // a message for every turn, and one for the results of each turn with calls
    for (const [index, messages] of made.entries()) {
      const chat: { role: string }[] = JSON.parse(written('messages', index));
      const turns = chat.filter(({ role }, at) => role !== 'tool' || chat[at - 1]?.role !== 'tool');
      expect(messages.map(({ role }) => role)).toEqual(turns.map(({ role }) => role));
    }
  });
});
