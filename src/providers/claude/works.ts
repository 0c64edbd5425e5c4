import { utf8 } from '../../lib/bytes';
import { artifactName, sha256Hex } from '../../lib/hash';
import { gapDraft } from '../kit/notes';
import { asText, asWords, said } from '../kit/value';
import type { BlockAt } from './context';
import { mimeLanguage } from './documents';
import type { Stretch } from './tags';
import { type About, follow, type Step } from './versions';
import { fromBlock } from './writer';

type Fields = Readonly<Record<string, unknown>>;

/** A step on a document: which one, and what is said of it. */
interface Change {
  /** Which document of the branch. */
  readonly key: string;
  readonly step: Step;
  readonly about: About;
  /** The site's id of the document, or its path in the sandbox. */
  readonly document: string;
  readonly command: string | null;
  /** The site's id of the version. */
  readonly version: string | null;
  /** The research task whose report it is. */
  readonly task?: string | null;
}

/** A document inside a text, as the site wrote them until 2024: each is a whole version. */
export function writeDocument(context: BlockAt, { text, attributes }: Stretch, event: string, nth: number): void {
  const document = attributes.get('identifier') ?? '';
  const mime = attributes.get('type') ?? null;
  const about = {
    name: attributes.get('title') ?? null,
    mime,
    language: attributes.get('language') ?? mimeLanguage(mime),
  };
  const step = { kind: 'whole' as const, text: text.replace(/^\n/, '') };
  writeVersion(context, event, `version.${nth}`, {
    key: `artifact ${document}`,
    step,
    about,
    document,
    command: 'antArtifact',
    version: null,
  });
}

/** A call that writes a document: `artifacts` and its older names, or a file in the sandbox. Nothing where it failed. */
export function writeCalled(context: BlockAt, name: string, input: Fields, event: string): void {
  const { pairs, at, blocks } = context;
  const result = blocks[pairs.resultOf.get(at) ?? -1];
  if (result?.fields.is_error === true) return;
  const change = changeOf(name, input);
  if (change) writeVersion(context, event, 'version', change);
}

function changeOf(name: string, input: Fields): Change | null {
  const id = asWords(input.id);
  if (/^(?:artifacts|(?:create|update|rewrite)_artifact)$/.test(name) && id !== null) return artifactChange(input, id);
  const path = asWords(input.path);
  if (path === null) return null;
  if (name === 'create_file') return fileChange(path, 'create', wholeStep(input.file_text));
  if (name === 'str_replace') return fileChange(path, 'update', replaceStep(input));
  return null;
}

function artifactChange(input: Fields, id: string): Change {
  const command = asWords(input.command);
  const mime = asWords(input.type);
  const replaces = command === 'update' && typeof input.content !== 'string';
  const known = command === null || /^(?:create|update|rewrite)$/.test(command);
  return {
    key: `artifact ${id}`,
    step: known ? (replaces ? replaceStep(input) : wholeStep(input.content)) : LOST,
    about: { name: asWords(input.title), mime, language: asWords(input.language) ?? mimeLanguage(mime) },
    document: id,
    command,
    version: asWords(input.version_uuid),
    task: REPORT.exec(id)?.[1] ?? null,
  };
}

/** A report of the site's research is a document that is named by its task. */
const REPORT = /^compass_artifact_(wf-[0-9a-zA-Z-]+)_/;

const fileChange = (path: string, command: string, step: Step): Change => ({
  key: `file ${path}`,
  step,
  about: { name: path.slice(path.lastIndexOf('/') + 1), mime: null, language: null },
  document: path,
  command,
  version: null,
});

const LOST: Step = { kind: 'lost' };

const wholeStep = (text: unknown): Step => (typeof text === 'string' ? { kind: 'whole', text } : LOST);

function replaceStep({ old_str, new_str }: Fields): Step {
  const old = asText(old_str);
  return old === null ? LOST : { kind: 'replace', old, put: asText(new_str) ?? '' };
}

/** A version is an artifact of its own below the event that made it; where it cannot be put together, a gap in its place. */
function writeVersion(context: BlockAt, event: string, own: string, change: Change): void {
  const { writer, knowledge, node, block } = context;
  const { document, command, version, step, task } = change;
  const { work, because } = follow(knowledge.works, node.key, change);
  const about = { document, version: work.number, ...said({ command, native: version, task }) };
  if (work.text === null) {
    const what = { name: work.name ?? document, ...about, because };
    writer.add(gapDraft(event, own, { why: 'not-sent', what, native: node.message.id }, writer.place(block.path)));
    return;
  }
  const bytes = utf8(work.text);
  const sha256 = sha256Hex(bytes);
  writer.keep({ sha256, bytes });
  writer.beside(`${event}/${own}`, [event], {
    kind: 'artifact',
    body: {
      artifact: artifactName(sha256),
      name: work.name,
      mime: work.mime,
      bytes: bytes.length,
      role: 'version',
      ...about,
      ...said({ language: work.language }),
    },
    actor: { kind: 'assistant', name: null, model: null },
    from: { ...fromBlock(block), fields: null },
    ...(step.kind === 'replace' ? { fidelity: 'derived' as const } : {}),
  });
}
