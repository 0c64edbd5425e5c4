import type { Part } from '../../model/parts';
import { asObject, asObjects, asText, asTexts, asWords, remaining, said } from '../kit/value';
import { type Files, pointedPart } from './files';

type Fields = Readonly<Record<string, unknown>>;

const USED = new Set(['code', 'messages', 'jupyter_messages', 'in_kernel_exception', 'final_expression_output']);

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
    ...said({ stdout: written('stdout') || null, stderr: written('stderr') || null, run: remaining(run, USED) }),
  };
  seen.push(written('stdout'), written('stderr'));
  const results = [asWords(run.final_expression_output), ...jupyterTexts(run), ...exceptionTexts(run)];
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

function jupyterTexts(run: Fields): string[] {
  return asObjects(run.jupyter_messages).flatMap(({ content }) => {
    const { data, text, evalue, ename, traceback } = asObject(content);
    const shown = Object.entries(asObject(data)).filter(([mime]) => !mime.startsWith('image/'));
    const error = [asText(ename), asText(evalue)].filter((each) => each).join(': ');
    return [...shown.map(([, value]) => value), text, error, asTexts(traceback).join('\n')].flatMap(
      (each) => asWords(each) ?? [],
    );
  });
}

function exceptionTexts(run: Fields): string[] {
  const { name, args, traceback, notes } = asObject(run.in_kernel_exception);
  const message = [asText(name), asTexts(args).join(', ')].filter((each) => each).join(': ');
  return [message, asTexts(traceback).join(''), asTexts(notes).join('\n')].flatMap((each) => asWords(each) ?? []);
}
