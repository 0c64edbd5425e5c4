import { sessionFolder } from '../../archive/names';
import { framed } from '../../handoff/frame';
import { fileText } from './files';
import type { Served } from './served';

/** A document of a session that a client can take as a whole. */
export interface Resource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
  readonly size: number;
  /** Its text; throws a sentence where it cannot be given. */
  readonly read: () => Promise<string>;
}

/** A client takes a resource into its window whole: what is larger is read with the tools. */
const LARGEST = 1_000_000;

const FILES = [
  ['handoff.md', 'the text with which another model takes it over'],
  ['transcript.md', 'the whole conversation with every branch, numbered sources, what is missing'],
] as const;

/** Handoff and transcript of every session. */
export function resourcesOf(served: Served): readonly Resource[] {
  return served.archive.sessions.flatMap(({ slug }) =>
    FILES.flatMap(([file, description]): Resource[] => {
      const size = served.archive.entries.get(`${sessionFolder(slug)}${file}`)?.size;
      if (size === undefined) return [];
      return [
        {
          uri: `valise://session/${slug}/${file}`,
          name: `${slug}/${file}`,
          ...{ description: `Of the session ${slug}: ${description}.`, mimeType: 'text/markdown', size },
          read: () => readFile(served, slug, file, size),
        },
      ];
    }),
  );
}

async function readFile(served: Served, slug: string, file: string, size: number): Promise<string> {
  if (size > LARGEST) throw new Error(`${file} has ${size} bytes: read it with read_events and read_handoff.`);
  const session = served.session(slug);
  const whole = await fileText(served.archive, `${sessionFolder(slug)}${file}`);
  if (typeof session === 'string' || whole === null)
    throw new Error(`${file} is not what it was when the archive was verified.`);
  const text = session.cleanFile(whole);
  return file === 'handoff.md' ? text : framed(session.view, 'V-0000', 'its whole transcript', text);
}
