import process from 'node:process';
import { remembering, sizeOfTurn } from '../../../src/handoff/fit/size';
import { messages } from '../../../src/handoff/messages';
import { counted } from '../../../src/lib/text';
import { counterFor } from '../../../src/tokens/counter';
import { casesIn, recall } from './cases';
import { markdownSessions, readSessions } from './sessions';
import { type Found, mean, note, tableOf } from './table';
import { keptOf, OURS } from './ways';

const ROOMS = [1_000, 4_000, 16_000];

const samples = process.env.VALISE_SAMPLES;
const [, folder] = process.argv.slice(2);
const recorded = samples === undefined ? [] : await readSessions(samples);
const sessions = [...recorded, ...(folder === undefined ? [] : markdownSessions(folder))];
const counter = await counterFor('messages');

const found: Found = new Map();
const measured: string[] = [];
for (const [told, cases] of casesIn(sessions)) {
  const size = remembering(counter);
  const sizes = { size, sizeOf: sizeOfTurn(size, messages, () => '') };
  if (cases.length > 0) measured.push(told.name);
  for (const each of cases)
    for (const { way, room, texts } of keptOf(each, ROOMS, sizes))
      note(found, [room, way, told.name], mean(texts.map((kept) => recall(each, kept))));
}

const ofSamples = new Set(recorded.map(({ name }) => name));
/** Weights were tried on every other session: on these none were. */
const untried = new Set(sessions.filter((_, at) => at % 2 === 1).map(({ name }) => name));
const show = (what: string, counts: (name: string) => boolean): void =>
  console.log(`\n${what}: ${counted(measured.filter(counts).length, 'session')}\n\n${tableOf(found, OURS, counts)}`);
console.log(`${sessions.length} sessions are read, ${measured.length} refer back.`);
show('Samples', (name) => ofSamples.has(name));
if (folder !== undefined) {
  show('Folder', (name) => !ofSamples.has(name));
  show('Folder, the half on which nothing was tried', (name) => !ofSamples.has(name) && untried.has(name));
}
