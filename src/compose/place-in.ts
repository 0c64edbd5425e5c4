import { POINTED, POINTER } from '../handoff/pointer';
import { base64, fromBase64, utf8 } from '../lib/bytes';
import { type HandedFile, PlaceOutcome } from '../messages/compose';
import type { Ran } from '../platform/scripts';
import type { Site } from '../providers/contract';
import { isAt } from '../providers/kit/addresses';
import type { Asked, AskedFile } from './page/asked';

/** What of the browser is needed to place a handoff: the rooms of `platform`, or a test's. */
export interface ComposeDoors {
  tabAddress(tab: number): Promise<URL | null>;
  composeIn(tab: number, asked: object): Promise<Ran>;
  openSite(address: string): Promise<number | null>;
  hasLoaded(tab: number, milliseconds: number): Promise<boolean>;
  hasSite(site: Pick<Site, 'origins' | 'fileHosts'>): Promise<boolean>;
  rememberWaiting(waiting: object): Promise<void>;
  recallWaiting(): Promise<unknown>;
  forgetWaiting(): Promise<void>;
}

export interface ComposeServices {
  readonly doors: ComposeDoors;
  readonly sites: readonly Site[];
  now(): number;
  newId(): string;
  /** The bytes kept under a hash, or null. */
  kept(hash: string): Promise<Uint8Array | null>;
  awake<R>(work: () => Promise<R>): Promise<R>;
  pause(milliseconds: number): Promise<void>;
}

/** How long a page may take to show its composer, and to be done with everything, in milliseconds. */
const PATIENCE = 10_000;
const AT_MOST = 150_000;

type Because = Extract<PlaceOutcome, { kind: 'refused' }>['because'];

export const refused = (because: Because): PlaceOutcome => ({
  kind: 'refused',
  because,
  own: 'none',
  files: [],
  moved: false,
});

/** Puts a text and files into the composer that a tab shows. What came of it is what the page shows after that. */
export async function placeIn(
  services: ComposeServices,
  tab: number,
  { text, files }: { readonly text: string; readonly files: readonly HandedFile[] },
): Promise<PlaceOutcome> {
  const { doors, sites, awake, pause } = services;
  const address = await doors.tabAddress(tab);
  const composer = (address && sites.find((site) => isAt(site, address)))?.composer ?? null;
  const { there, lost } = await filesOf(services, files);
  const asked: Asked = {
    text,
    files: there,
    instead: { file: fileOf(POINTED, 'text/markdown', utf8(text)), words: POINTER },
    ...(composer && { composer }),
    patience: PATIENCE,
  };
  const late = async (): Promise<Ran> => {
    await pause(AT_MOST);
    return { kind: 'gone' }; // a page may stop its own clock
  };
  const ran = await awake(() => Promise.race([doors.composeIn(tab, asked), late()]));
  if (ran.kind !== 'answer') return refused(ran.kind === 'kept-out' ? 'no-access' : 'no-answer');
  const told = PlaceOutcome.safeParse(ran.value); // a page may answer anything
  if (!told.success) return refused('no-answer');
  const outcome = { ...told.data, files: [...told.data.files, ...lost] };
  const isGone = outcome.kind === 'refused' && outcome.because === 'no-composer' && composer !== null;
  return isGone ? { ...outcome, because: 'site-changed' } : outcome;
}

/** Bytes of all kept files at most: the browser carries them into the page as one message. */
const MOST_BYTES = 24 * 1024 * 1024;

interface Lost {
  readonly name: string;
  readonly state: 'not-kept' | 'too-large';
}

/** The files with their bytes, and those that cannot go along. */
async function filesOf({ kept }: ComposeServices, files: readonly HandedFile[]) {
  const there: AskedFile[] = [];
  const lost: Lost[] = [];
  let left = MOST_BYTES;
  for (const { name, type, bytes } of files) {
    const found = 'base64' in bytes ? fromBase64(bytes.base64) : await kept(bytes.artifact);
    if (!found || found.length > left) {
      lost.push({ name, state: found ? 'too-large' : 'not-kept' });
      continue;
    }
    left -= found.length;
    there.push(fileOf(name, type, found));
  }
  return { there, lost };
}

const fileOf = (name: string, type: string, bytes: Uint8Array): AskedFile => ({ name, type, base64: base64(bytes) });
