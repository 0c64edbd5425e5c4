import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Taken } from '../intake/take';
import { textOf } from '../lib/bytes';
import { parseJson } from '../lib/json';
import type { Reader } from '../providers/contract';
import { readers } from '../providers/readers';
import { scan } from '../raw/scan';

/** What an official export says of one project, and the reader that knows it. */
export interface ExportedProject {
  readonly reader: Reader;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The file that says it. */
  readonly file: string;
}

/** A file of an export, read whole. */
export interface SmallFile {
  readonly file: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** By the project's id. */
export type ExportedProjects = ReadonlyMap<string, readonly ExportedProject[]>;

/** Files of an official export that speak of projects: beside the conversations, small. */
export const PROJECT_FILES = ['projects.json', 'memories.json'] as const;
const LARGEST = 64_000_000;

export const NO_PROJECTS: ExportedProjects = new Map();

/** Finds projects in the files of an export. */
export function projectsIn(files: readonly SmallFile[]): ExportedProjects {
  const found = new Map<string, ExportedProject[]>();
  for (const each of files)
    for (const { project, ...said } of projectsOf(each)) found.set(project, [...(found.get(project) ?? []), said]);
  return found;
}

function projectsOf({ file, bytes }: SmallFile): (ExportedProject & { readonly project: string })[] {
  const value = parseJson(textOf(bytes) ?? '');
  return readers.flatMap((reader) => {
    const named = reader.projectsIn?.(value) ?? [];
    const places = new Map(named.map(({ pointer, project }) => [pointer, project]));
    return scan(bytes, [...places.keys()]).flatMap(({ pointer, start, end }) => {
      const project = places.get(pointer);
      return project === undefined ? [] : [{ project, reader, file, bytes: bytes.slice(start, end) }];
    });
  });
}

/** The projects of the export that a file of conversations lies in, as a folder. */
export async function projectsBeside(path: string): Promise<ExportedProjects> {
  const files = await Promise.all(PROJECT_FILES.map((name) => smallFile(join(dirname(path), name))));
  return projectsIn(files.flatMap((file) => file ?? []));
}

async function smallFile(path: string): Promise<SmallFile | null> {
  const found = await stat(path).catch(() => null); // most folders have none
  if (!found?.isFile() || found.size > LARGEST) return null;
  return { file: path, bytes: new Uint8Array(await readFile(path)) };
}

/** What is known of the project that a session says it is of. */
export function projectsFor({ outcome }: Taken, projects: ExportedProjects): readonly ExportedProject[] {
  if (outcome.kind !== 'session' || projects.size === 0) return [];
  const said = outcome.observations.find(({ kind }) => kind === 'session.updated')?.body;
  const project = said && 'project' in said ? said.project : null;
  return typeof project === 'string' ? (projects.get(project) ?? []) : [];
}

/** The same, as it belongs to the session of that id. */
export const ofSession = (taken: Taken, native: string): Taken =>
  taken.outcome.kind === 'session' ? { ...taken, outcome: { ...taken.outcome, native } } : taken;
