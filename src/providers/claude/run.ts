import { isObject } from '../../lib/json';
import type { Part } from '../../model/parts';
import { asList, asNumber, asObject, asText, isBlank, said } from '../kit/value';
import type { WireBlock } from './wire';

/** The run of a program, as the shell (`returncode`, `stdout`, `stderr`) or the page's own (`status`, `logs`) wrote it. */
export function runPart(value: unknown, call: WireBlock | null): Part | null {
  if (!isObject(value)) return null;
  const input = asObject(call?.fields.input);
  const text = asText(input.command) ?? asText(input.code) ?? '';
  const { returncode, return_code, stdout, stderr, status, result, logs, errors, ...rest } = value;
  const exit = asNumber(returncode) ?? asNumber(return_code);
  const beside = exit === null ? { ...rest, ...said({ returncode, return_code }) } : rest;
  const more = isBlank(beside) ? null : beside;
  if ('stdout' in value || 'stderr' in value)
    return {
      type: 'command',
      text,
      ...said({
        exit,
        stdout: written(stdout),
        stderr: written(stderr),
        ...said({ status, result, logs, errors, more }),
      }),
    };
  if (!('logs' in value) || !('status' in value)) return null;
  return {
    type: 'command',
    text,
    ...said({ status, result, stdout: written(logs), stderr: written(errors), exit, more }),
  };
}

/** What was written: a text, lines of one, or something else as it is. */
function written(value: unknown): unknown {
  if (isBlank(value)) return null;
  const lines = asList(value);
  return lines.length > 0 && lines.every((line) => typeof line === 'string') ? lines.join('\n') : value;
}
