import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/lib/json';
import type { ExchangeHead, Reader, Reading } from '../../src/providers/contract';
import { maskText } from '../../src/raw/mask';

/**
 * An exchange as data: `body` is the JSON that came, `text` what came where that is none (or not as JSON writes it);
 * `request` the JSON that was asked with, where the route keeps it.
 */
export interface Recorded extends Omit<ExchangeHead, 'site' | 'origin'> {
  readonly body?: unknown;
  readonly text?: string;
  readonly request?: unknown;
}

const here = import.meta.dirname;

/** The recorded cases of a site, by name. */
export const casesOf = (site: string): string[] => {
  const folder = join(here, site);
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { withFileTypes: true });
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort();
};

const json = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

/** A case, and what it should become, or null where nobody has looked at that yet. */
export function expectedOf(site: string, name: string): { exchange: Recorded; expected: unknown } {
  const path = join(here, site, name, 'expected.json');
  return {
    exchange: json(join(here, site, name, 'exchange.json')) as Recorded,
    expected: existsSync(path) ? json(path) : null,
  };
}

export const writeExpected = (site: string, name: string, reading: unknown): void =>
  writeFileSync(join(here, site, name, 'expected.json'), `${JSON.stringify(reading, null, 2)}\n`);

const headOf = (reader: Reader, { body, text, request, ...head }: Recorded): ExchangeHead => ({
  ...head,
  site: reader.site.id,
  origin: null,
});

const textOf = ({ body, text }: Recorded): string => text ?? JSON.stringify(body);

/** What the reader is given of a case: masked, then parsed. */
export const given = (reader: Reader, exchange: Recorded): unknown =>
  parseJson(maskText(textOf(exchange), reader.masks(headOf(reader, exchange))).text);

/** Reads a case, or another value in its place. */
export function read(reader: Reader, exchange: Recorded, value: unknown = given(reader, exchange)): Reading {
  return reader.read({
    head: headOf(reader, exchange),
    value,
    text: value === undefined ? textOf(exchange) : JSON.stringify(value),
    request: exchange.request === undefined ? null : JSON.stringify(exchange.request),
  });
}

/** A reading as data: of attachments only what they are. */
export function shown(reading: Reading): unknown {
  const { attachments, ...rest } = { attachments: [], ...reading };
  const sizes = attachments.map(({ sha256, bytes }) => ({ sha256, bytes: bytes.length }));
  return JSON.parse(JSON.stringify(reading.kind === 'session' ? { ...rest, attachments: sizes } : reading));
}
