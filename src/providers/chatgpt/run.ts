import type { Part } from '../../model/parts';
import { beyond, shown } from '../kit/beyond';
import { asObject, asObjects, asText, asTexts, asWords, said } from '../kit/value';
import { type Files, pointedPart } from './files';
import { wordsOf } from './gone';

type Fields = Readonly<Record<string, unknown>>;

const USED = shown({
  text: ['code', 'final_expression_output'],
  objects: ['messages', 'jupyter_messages'],
  object: ['in_kernel_exception'],
});

/** What the site says of a program's run (`aggregate_result`): its code, what it wrote, drew and threw. */
export function runParts(run: Fields, output: string, files: Files): Part[] {
  if (Object.keys(run).length === 0) return [];
  const seen = [output];
  const fresh = (text: string | null): boolean => {
    if (text === null || seen.some((each) => each.includes(text.trim()))) return false;
    seen.push(text);
    return true;
  };
  const streams = asObjects(run.messages).filter(({ message_type: type }) => type === 'stream');
  const written = (name: string): string =>
    streams.flatMap((each) => ((each.stream_name ?? 'stdout') === name ? (asText(each.text) ?? []) : [])).join('');
  const command: Part = {
    type: 'command',
    text: asText(run.code) ?? '',
    ...said({ stdout: written('stdout') || null, stderr: written('stderr') || null, run: beyond(run, USED) }),
  };
  seen.push(written('stdout'), written('stderr'));
  const results = [
    asWords(run.final_expression_output),
    ...otherTexts(run),
    ...jupyterTexts(run),
    ...exceptionTexts(run),
    ...oddTexts(run),
  ];
  return [
    command,
    ...pictures(run, files),
    ...results.filter(fresh).map((text): Part => ({ type: 'text', text: text ?? '', format: 'plain' })),
  ];
}

/** Pictures stand in both lists of messages, by the same pointer. */
function pictures(run: Fields, files: Files): Part[] {
  const drawn = new Map<string, Fields>();
  for (const each of asObjects(run.messages)) {
    const pointer = asWords(each.image_url);
    if (pointer !== null) drawn.set(pointer, { asset_pointer: pointer, width: each.width, height: each.height });
  }
  for (const data of jupyterData(run))
    for (const [mime, value] of Object.entries(data))
      if (mime.startsWith('image/vnd.openai.fileservice') && typeof value === 'string' && !drawn.has(value))
        drawn.set(value, { asset_pointer: value });
  return [...drawn.values()].flatMap((each) => pointedPart('image', each, files) ?? []);
}

const jupyterData = (run: Fields): Fields[] =>
  asObjects(run.jupyter_messages).map(({ content }) => asObject(asObject(content).data));

const MESSAGE = shown({
  any: ['message_type', 'sender', 'time'],
  text: ['stream_name', 'text', 'image_url'],
  number: ['width', 'height'],
});
const AROUND = shown({ any: ['msg_type'], object: ['content'] });
const JUPYTER = shown({ texts: ['traceback'], text: ['ename', 'evalue', 'text', 'name'], object: ['data'] });
const EXCEPTION = shown({ text: ['name'], texts: ['args', 'traceback', 'notes'] });

/** Words that stand where none are expected. */
const oddTexts = (run: Fields): string[] =>
  [
    ...asObjects(run.messages).map((each) => beyond(each, MESSAGE)),
    ...asObjects(run.jupyter_messages).map((each) => [beyond(each, AROUND), beyond(asObject(each.content), JUPYTER)]),
    beyond(asObject(run.in_kernel_exception), EXCEPTION),
  ].flatMap(wordsOf);

/** Words of messages that are no streams of their own: that it took too long, above all. */
const otherTexts = (run: Fields): string[] =>
  asObjects(run.messages).flatMap((each) =>
    each.message_type === 'stream' && STREAMS.has(each.stream_name ?? 'stdout') ? [] : (asWords(each.text) ?? []),
  );

const STREAMS: ReadonlySet<unknown> = new Set(['stdout', 'stderr']);

function jupyterTexts(run: Fields): string[] {
  return asObjects(run.jupyter_messages).flatMap(({ content }) => {
    const { data, text, evalue, ename, traceback } = asObject(content);
    const outputs = Object.entries(asObject(data)).filter(([mime]) => !mime.startsWith('image/'));
    const error = [asText(ename), asText(evalue)].filter((each) => each).join(': ');
    return [
      ...outputs.map(([, value]) => asText(value) ?? asTexts(value).join('')),
      text,
      error,
      linesOf(traceback),
    ].flatMap((each) => asWords(each) ?? []);
  });
}

const linesOf = (lines: unknown): string => asText(lines) ?? asTexts(lines).join('\n');

function exceptionTexts(run: Fields): string[] {
  const { name, args, traceback, notes } = asObject(run.in_kernel_exception);
  const message = [asText(name), asTexts(args).join(', ')].filter((each) => each).join(': ');
  return [message, asText(traceback) ?? asTexts(traceback).join(''), linesOf(notes)].flatMap(
    (each) => asWords(each) ?? [],
  );
}
