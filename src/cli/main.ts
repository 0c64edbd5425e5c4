import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { type Complaint, complaint, isComplaint } from './complaint';
import { continueCommand } from './continue';
import { outTo } from './out';
import { packCommand } from './pack';
import { reportCommand } from './report';
import { serveCommand } from './serve';
import { showCommand } from './show';
import { sortWords } from './sort-words';
import { USAGE } from './usage';
import { verifyCommand } from './verify';

const OPTIONS = {
  site: { type: 'string' },
  only: { type: 'string', multiple: true },
  at: { type: 'string' },
  out: { type: 'string' },
  json: { type: 'boolean' },
  reread: { type: 'boolean' },
  session: { type: 'string' },
  format: { type: 'string' },
  to: { type: 'string' },
  budget: { type: 'string' },
  branch: { type: 'string' },
  'leave-out': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS; allowPositionals: true }>>['values'];

const ALLOWED: Readonly<Record<string, readonly (keyof typeof OPTIONS)[]>> = {
  pack: ['site', 'only', 'at', 'out'],
  verify: ['json', 'reread'],
  report: ['json'],
  show: ['session', 'format'],
  continue: ['to', 'out', 'session', 'budget', 'branch', 'leave-out'],
  serve: ['leave-out'],
};

const out = outTo(
  { result: (text) => void process.stdout.write(text), complaint: (text) => void process.stderr.write(text) },
  process.stdout.isTTY,
);

async function main(args: readonly string[]): Promise<number> {
  const parsed = parse(args);
  if (isComplaint(parsed)) {
    for (const line of [...USAGE.split('\n'), parsed.sentence]) out.complain(line);
    return parsed.code;
  }
  const { command, files, options } = parsed;
  if (command === 'help') {
    out.text(USAGE);
    return 0;
  }
  return RUN[command]?.(files, files[0] ?? '', options) ?? 2;
}

function parse(args: readonly string[]): { command: string; files: string[]; options: Options } | Complaint {
  try {
    const parsed = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, tokens: true });
    const { words, ids } = sortWords(parsed.tokens);
    const [command = '', ...files] = words;
    const options = ids.length > 0 ? { ...parsed.values, only: ids } : parsed.values;
    if (options.help || command === 'help') return { command: 'help', files, options };
    return misuse(command, files, options) ?? { command, files, options };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    return complaint(said.split('\n')[0] ?? said, 2); // what parseArgs says is a sentence, and sometimes advice after it
  }
}

function misuse(command: string, files: readonly string[], values: Options): Complaint | null {
  const allowed = Object.hasOwn(ALLOWED, command) ? ALLOWED[command] : undefined;
  if (!allowed) return complaint(command === '' ? 'Say what to do.' : `There is no command "${command}".`, 2);
  const foreign = Object.keys(values).find((name) => !allowed.some((each) => each === name));
  if (foreign) return complaint(`"${command}" takes no --${foreign}.`, 2);
  if (files.length === 0) return complaint(`"${command}" needs a file.`, 2);
  return command !== 'pack' && files.length > 1 ? complaint(`"${command}" takes one archive.`, 2) : null;
}

type Run = (files: readonly string[], file: string, options: Options) => Promise<number>;

const RUN: Readonly<Record<string, Run>> = {
  pack: (files, _, { site = null, only = [], at = null, out: path = null }) =>
    packCommand(files, { site, only, at, out: path }, out),
  verify: (_, file, { json = false, reread = false }) => verifyCommand(file, { json, reread }, out),
  report: (_, file, { json = false }) => reportCommand(file, { json }, out),
  show: (_, file, { session = null, format = 'md' }) => showCommand(file, { session, format }, out),
  continue: (_, file, { session = null, to = null, out: path = null, budget = null, branch = null, ...rest }) =>
    continueCommand(file, { session, to, out: path, budget, branch, leaveOut: rest['leave-out'] ?? null }, out),
  serve: (_, file, options) =>
    serveCommand(
      file,
      { leaveOut: options['leave-out'] ?? null, ends: { input: process.stdin, output: process.stdout } },
      out,
    ),
};

// An export can be large, the conversation wanted of it small: memory is given back early, for a tenth more of time.
setFlagsFromString('--optimize-for-size');

// who reads our output may stop reading (`| head`): that is no fault, and there is nobody left to tell
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit();
  });

process.exitCode = await main(process.argv.slice(2));
