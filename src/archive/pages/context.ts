import type { CitedText } from '../../handoff/cited';
import { type Shown, shownOf } from '../../handoff/shown';
import type { Built, Target } from '../../handoff/targets';
import { resultOf, targets } from '../../handoff/targets';
import type { LineFault } from '../../model/chain';
import type { Event } from '../../model/event';
import type { Report } from '../../model/session';
import type { EvidenceCheck } from '../../projection/evidence-state';
import { toldAtSources } from '../../projection/source-pages';
import type { SessionView } from '../../projection/view';
import { type Prose, readProse } from '../../prose/prose';
import type { TargetResult } from '../../report/facts';
import { filesOf, type ListedFile } from '../../report/files';
import { namesOfCopies } from '../../report/media';
import { reportOf } from '../../report/report';
import { DEFAULT_OPTIONS } from '../options';
import { type Outline, outlineOf } from './outline';
import { trustIn } from './trust';

/** An artifact that lies in the archive as a file. */
export interface PageFile {
  /** Below the archive's top folder. */
  readonly path: string;
  readonly size: number;
  readonly sniffed: { readonly mime: string };
}

/** What the pages of a session are made from. */
export interface PageInput {
  readonly slug: string;
  /** The session's folder below the top folder, with a slash at its end. */
  readonly folder: string;
  readonly view: SessionView;
  readonly identity: { readonly key: string; readonly site: string; readonly origin: string; readonly native: string };
  readonly containers: readonly { readonly frame: string }[];
  /** An artifact (bare hash) that is a file of the archive, or null. */
  readonly artifact: (hash: string) => PageFile | null;
  /** True if the archive has an artifact, as a file or packed. */
  readonly has: (hash: string) => boolean;
  readonly damaged?: ReadonlySet<string>;
  readonly faults?: readonly LineFault[];
  /** What the kept pages say of the evidence; absent: nobody looked. */
  readonly evidence?: EvidenceCheck;
  /** Names of the targets to write; default: those of an archive for which nothing else was chosen. */
  readonly targets?: readonly string[];
}

/** A session as its pages are written from it. What is costly is computed once, when it is first asked for. */
export interface PageSession extends PageInput {
  readonly shown: Shown;
  readonly outline: () => Outline;
  /** A text of Markdown as it is read. */
  readonly prose: (text: CitedText) => Prose;
  /** The number of the source at which each event of a cited page is told. */
  readonly told: ReadonlyMap<string, number>;
  /** Names of files by the ids of their copies on a server. */
  readonly namesOfCopies: () => ReadonlyMap<string, string>;
  readonly files: () => readonly ListedFile[];
  /** What a reader has to know of where an event was read, or null. */
  readonly trust: (event: Event) => string | null;
  readonly report: () => Report;
  /** Builds every chosen target; what it gives is not kept. */
  readonly continued: () => readonly { readonly target: Target; readonly built: Built }[];
}

export function pageSession(input: PageInput): PageSession {
  const { view } = input;
  const shown = shownOf(view, { artifactPath: (hash) => input.artifact(hash)?.path ?? null });
  const chosen = targets.filter(({ name }) => (input.targets ?? DEFAULT_OPTIONS.targets).includes(name));
  let results: readonly TargetResult[] | null = null;
  const continued = (): { target: Target; built: Built }[] => {
    const all = chosen.map((target) => ({ target, built: target.build(view, shown) }));
    results ??= all.map(({ target, built }) => resultOf(view, target, built));
    return all;
  };
  const told = toldAtSources(view, shown.sources);
  const outline = once(() => outlineOf(view, told));
  const report = once((): Report => {
    if (!results) continued();
    return reportOf(view, {
      has: input.has,
      targets: results ?? [],
      faults: input.faults ?? [],
      ...(input.evidence ? { evidence: input.evidence } : {}),
      ...(input.damaged ? { damaged: input.damaged } : {}),
    });
  });
  return {
    ...input,
    shown,
    outline,
    prose: ({ text, cites }) => readProse(text, cites),
    told,
    namesOfCopies: once(() => namesOfCopies(view)),
    files: once(() => filesOf(view)),
    trust: trustIn(view),
    report,
    continued,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A path below the top folder, as a link from a file in a folder below it. */
export function linkFrom(folder: string, path: string): string {
  const from = folder.split('/').slice(0, -1);
  const to = path.split('/');
  let shared = 0;
  while (shared < from.length && from[shared] === to[shared]) shared++;
  return [...from.slice(shared).map(() => '..'), ...to.slice(shared)].join('/');
}
