import { isObject } from '../../lib/json';
import { siteTime } from '../../lib/time';
import { sessionEventId } from '../../model/ids';
import type { Draft, DraftPlace } from '../contract';
import { beyond, shown } from '../kit/beyond';
import { settingsId, unaskedSettings, unsentInstructions } from '../kit/instructions';
import { ownIdOf, sessionDraft } from '../kit/notes';
import { asObject, asObjects, asText, asWords, remaining, said } from '../kit/value';
import { isProjectId } from './told';
import type { Places } from './walk';

type Fields = Readonly<Record<string, unknown>>;

/** The leaf that the person was on, and how that is known. */
export interface Leaf {
  readonly event: string | null;
  /** `site`: it says so. `only-branch`: it does not, and there is but one. Null: not known. */
  readonly from: 'site' | 'only-branch' | null;
}

/** Members that are shown elsewhere, or that change by themselves and say nothing of the session. */
const SHOWN = {
  any: ['mapping', 'messages', 'page_info', 'linear_conversation'],
  time: ['create_time', 'update_time'],
  text: ['title', 'current_node', 'conversation_id', 'id', 'gizmo_id'],
  objects: ['moderation_results'],
  number: ['async_status'],
  list: ['safe_urls'],
};
const SETTINGS = [
  ...['default_model_slug', 'memory_scope', 'is_do_not_remember', 'is_study_mode', 'disabled_tool_ids', 'plugin_ids'],
  ...['context_scopes', 'atlas_mode_enabled', 'is_temporary_chat'],
];
const USED = shown({ ...SHOWN, any: [...SHOWN.any, ...SETTINGS] });
/** Of a tree that has pages beside it, nobody reads the pages. */
const OF_TREE = shown({ ...SHOWN, any: ['mapping', 'linear_conversation', ...SETTINGS] });
const PAGE_INFO = shown({
  text: ['start_cursor', 'end_cursor'],
  flag: ['has_previous_page', 'has_next_page'],
});

/** What an answer says of a conversation beyond what events show, or null. */
export function moreOf(value: Fields): Record<string, unknown> | null {
  const more = beyond(value, isObject(value.mapping) ? OF_TREE : USED);
  const page = isObject(value.mapping) ? null : beyond(asObject(value.page_info), PAGE_INFO);
  return page ? { ...more, page_info: page } : more;
}

/** What a conversation says of itself: title, leaf, project; the settings in force; what was moderated. */
export function aboutSession(value: Fields, session: string, leaf: Leaf, places: Places): Draft[] {
  const updated = siteTime(value.update_time);
  const ids = [value.gizmo_id, value.conversation_template_id].flatMap((each) => asWords(each) ?? []);
  const project = ids.find(isProjectId) ?? null;
  const body = {
    title: asText(value.title),
    leaf: leaf.event,
    project,
    ...said({
      leafFrom: leaf.from,
      created: siteTime(value.create_time),
      gizmo: asWords(value.gizmo_id),
      more: moreOf(value),
    }),
  };
  return [
    sessionDraft({
      id: sessionEventId('chatgpt', session, 'session.updated'),
      kind: 'session.updated',
      body,
      raw: membersAt(value, ['title', 'current_node', 'gizmo_id'], places),
      updated,
    }),
    ...settings(value, session, places),
    ...unsaid(session, { project, gizmo: asWords(value.gizmo_id), raw: membersAt(value, ['gizmo_id'], places) }),
    ...moderation(value, session, places),
  ];
}

/** What the model was told besides: the first the site never sends, the others only where they stand in a message. */
const NOT_SENT = ['system prompt', 'custom instructions', 'memory'] as const;

export const notSent = (session: string, raw: readonly DraftPlace[]): Draft =>
  unsentInstructions('chatgpt', session, NOT_SENT, raw);

/** What was in force and is not here: never sent, or behind a call of its own. */
function unsaid(
  session: string,
  {
    project,
    gizmo,
    raw,
  }: { readonly project: string | null; readonly gizmo: string | null; readonly raw: readonly DraftPlace[] },
): Draft[] {
  const of = project ?? gizmo;
  const lacking: readonly (readonly [what: string, own?: string])[] =
    project === null ? [['instructions of the custom GPT']] : [['project instructions'], ['project files', 'files']];
  return [
    notSent(session, raw),
    ...(of === null ? [] : lacking).map(([what, own]) =>
      unaskedSettings(settingsId('chatgpt', of ?? '', own), { what, of: of ?? '' }, raw),
    ),
  ];
}

/** Where members of the conversation stand, those that are there; else where its messages do. */
function membersAt(value: Fields, keys: readonly string[], { root, all }: Places): readonly DraftPlace[] {
  const there = keys.filter((key) => Object.hasOwn(value, key));
  return typeof root === 'string' && there.length > 0 ? there.map((key) => `${root}/${key}`) : all;
}

/** When a setting changed the site does not say: it may without any change of the conversation's own time. */
function settings(value: Fields, session: string, places: Places): Draft[] {
  const all = Object.fromEntries(SETTINGS.map((key) => [key, value[key]]));
  const { default_model_slug: model, ...others } = remaining(all, new Set()) ?? {};
  const name = asWords(model);
  const body = { ...said({ model: name, default_model_slug: name === null ? model : null }), ...others };
  if (Object.keys(body).length === 0) return [];
  const raw = membersAt(value, SETTINGS, places);
  const id = sessionEventId('chatgpt', session, 'config');
  return [sessionDraft({ id, kind: 'config', body: { scope: 'conversation', ...body }, raw })];
}

const moderation = (value: Fields, session: string, places: Places): Draft[] =>
  asObjects(value.moderation_results).map((result, i) => {
    const body = { type: 'moderation', text: null, result };
    const id = sessionEventId('chatgpt', session, 'notice', ownIdOf(body, i));
    return sessionDraft({ id, kind: 'notice', body, raw: membersAt(value, ['moderation_results'], places) });
  });
