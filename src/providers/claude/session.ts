import { siteTime } from '../../lib/time';
import { sessionEventId } from '../../model/ids';
import type { Part } from '../../model/parts';
import type { Draft, DraftPlace } from '../contract';
import { beyond, type Shown, shown } from '../kit/beyond';
import { settingsId, unaskedSettings, unsentInstructions } from '../kit/instructions';
import { sessionDraft } from '../kit/notes';
import { asObject, asTexts, asWords, isBlank, said } from '../kit/value';

type Fields = Readonly<Record<string, unknown>>;

/** The leaf that the person was on, and how that is known. */
export interface Leaf {
  readonly event: string | null;
  /** `site`: it says so. `only-branch`: it does not, and there is but one. Null: not known. */
  readonly from: 'site' | 'only-branch' | null;
}

const SETTINGS = [
  ...['settings', 'is_temporary', 'is_wiggle_enabled', 'effective_thinking_mode', 'platform', 'system_prompt'],
] as const;
const SHOWN: Shown = shown({
  text: [
    ...['uuid', 'created_at', 'updated_at', 'model', 'project_uuid', 'current_leaf_message_uuid', 'conversation_uuid'],
    ...['name', 'title', 'snapshot_name', 'summary'],
  ],
  object: ['project'],
  // shown as whatever they are; or of the account and of how the list shows the conversation, not of the session
  any: [
    ...['chat_messages', ...SETTINGS],
    ...['is_starred', 'account', 'creator', 'created_by', 'session_id', 'up_to_date', 'conversation_id'],
  ],
});
const PROJECT: Shown = shown({
  text: ['uuid', 'name', 'instructions', 'prompt_template'],
  any: ['creator', 'is_starred'],
});

/** How the messages were put together, and whether it is a snapshot: its own times are those of the sharing. */
interface About {
  readonly byOrder: boolean;
  readonly shared: boolean;
  /** The newest time that a message states. */
  readonly newest: string | null;
}

/** What a conversation says of itself: title, leaf, project; and the settings in force. */
export function aboutSession(
  value: Fields,
  session: string,
  leaf: Leaf & About,
  place: (path: readonly string[]) => readonly DraftPlace[],
): Draft[] {
  const project = asObject(value.project);
  const titles = asTexts([value.name, value.title, value.snapshot_name]);
  const others = new Set(titles.filter((each) => each !== '' && each !== titles[0]));
  const body = {
    title: titles[0] ?? null,
    leaf: leaf.event,
    project: asWords(value.project_uuid) ?? asWords(project.uuid),
    ...said({
      leafFrom: leaf.from,
      parentsFrom: leaf.byOrder ? 'order' : null,
      projectName: asWords(project.name),
      titles: others.size > 0 ? [...others] : null,
      summary: asWords(value.summary),
      created: leaf.shared ? null : siteTime(value.created_at),
      more: beyond(value, SHOWN),
      projectMore: beyond(project, PROJECT),
    }),
  };
  const draft = sessionDraft({
    id: sessionEventId('claude', session, 'session.updated'),
    kind: 'session.updated',
    body,
    raw: [],
    updated: leaf.shared ? leaf.newest : siteTime(value.updated_at),
  });
  const members = ['name', 'title', 'snapshot_name', 'current_leaf_message_uuid', 'project', 'summary'];
  return [
    { ...draft, raw: placesOf(value, members, place) },
    ...settings(value, session, place),
    ...unsaid(value, session, place),
  ];
}

/** What the model was told besides: the site never sends it with a conversation. */
const NEVER_SENT = ['system prompt', 'personal preferences', 'style', 'memory'] as const;

export const notSent = (session: string, raw: readonly DraftPlace[]): Draft =>
  unsentInstructions('claude', session, NEVER_SENT, raw);

/** What was in force and is not here: never sent, or behind calls of its own. A conversation without a project has none of its. */
function unsaid(value: Fields, session: string, place: (path: readonly string[]) => readonly DraftPlace[]): Draft[] {
  const member = asObject(value.project);
  const project = asWords(value.project_uuid) ?? asWords(member.uuid);
  const isTold = [member.instructions, member.prompt_template].some((text) => asWords(text) !== null);
  const lacking = project === null ? [] : isTold ? OF_PROJECT.slice(1) : OF_PROJECT;
  return [
    notSent(session, place([])),
    ...lacking.map(([what, own]) =>
      unaskedSettings(
        settingsId('claude', project ?? '', own),
        { what, of: project ?? '' },
        placesOf(value, ['project_uuid', 'project'], place),
      ),
    ),
  ];
}

const OF_PROJECT: readonly (readonly [what: string, own?: string])[] = [
  ['project instructions'],
  ['project documents', 'documents'],
  ['project files', 'files'],
];

/** Where members stand that are there; the conversation itself where none of them is. */
function placesOf(
  value: Fields,
  members: readonly string[],
  place: (path: readonly string[]) => readonly DraftPlace[],
): readonly DraftPlace[] {
  const there = members.filter((key) => Object.hasOwn(value, key)).flatMap((key) => place([key]));
  return there.length > 0 ? there : place([]);
}

/** When a setting changed the site does not say: it may without any change of the conversation's own time. */
function settings(value: Fields, session: string, place: (path: readonly string[]) => readonly DraftPlace[]): Draft[] {
  const project = asObject(value.project);
  const parts = [
    ...instructions(value.system_prompt, 'system_prompt'),
    ...[...new Set([project.instructions, project.prompt_template])].flatMap((text) =>
      instructions(text, 'project instructions'),
    ),
  ];
  const others = Object.fromEntries(
    SETTINGS.flatMap((key) =>
      isBlank(value[key]) || (key === 'system_prompt' && isText(value[key])) ? [] : [[key, value[key]]],
    ),
  );
  const body = { ...said({ model: asWords(value.model), parts: parts.length > 0 ? parts : null }), ...others };
  if (Object.keys(body).length === 0) return [];
  const draft = sessionDraft({
    id: sessionEventId('claude', session, 'config'),
    kind: 'config',
    body: { scope: 'conversation', ...body },
    raw: [],
  });
  return [{ ...draft, raw: placesOf(value, ['model', ...SETTINGS, 'project'], place) }];
}

const isText = (value: unknown): boolean => typeof value === 'string';

const instructions = (text: unknown, of: string): Part[] => {
  const words = asWords(text);
  return words === null ? [] : [{ type: 'text', text: words, format: 'plain', of }];
};
