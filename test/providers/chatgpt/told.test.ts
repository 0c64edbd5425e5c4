import { describe, expect, test } from 'vitest';
import { chatgptReader } from '../../../src/providers/chatgpt/read';
import type { Draft } from '../../../src/providers/contract';
import { maskText } from '../../../src/raw/mask';
import { chain, conversation, head, message, partsOf, read } from './compose';

type Fields = Record<string, unknown>;

/** What an answer to one of the page's calls says. */
const readCall = (route: string, value: unknown) =>
  chatgptReader.read({ head: { ...head, route, capture: 'heard' }, value, text: JSON.stringify(value), request: null });

const drafts = (route: string, value: unknown): readonly Draft[] => {
  const reading = readCall(route, value);
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  expect(reading.native).toBeNull();
  return reading.drafts;
};

const PROJECT = 'g-p-0001';
const project = {
  gizmo: {
    id: PROJECT,
    author: { user_id: 'PLANTED', display_name: 'PLANTED' },
    organization_id: 'PLANTED',
    display: { name: 'Tides', description: 'Of the sea', theme: '#fff' },
    instructions: 'Metres only.',
    updated_at: '2026-08-01T09:00:00.000000+00:00',
    gizmo_type: 'snorlax',
    memory_scope: 'project_enabled',
    unheard: 'of',
  },
  tools: [{ id: 't', type: 'browser', settings: {}, metadata: {} }],
  files: [{ id: 'f', type: 'text/markdown', file_id: 'file_00b', name: 'notes.md', size: 512 }, { odd: 'x' }],
};

describe('the record of a project or of a custom GPT', () => {
  test('has the project’s instructions, from when they were changed, and names its files', () => {
    const [own, files, gap, ...others] = drafts('gizmo', project);
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      id: `chatgpt:${PROJECT}/config`,
      kind: 'config',
      at: { updated: '2026-08-01T09:00:00.000Z' },
      body: {
        of: 'project',
        project: PROJECT,
        name: 'Tides',
        description: 'Of the sea',
        memory_scope: 'project_enabled',
        tools: ['browser'],
        more: { unheard: 'of' },
        parts: [{ type: 'text', text: 'Metres only.', of: 'instructions' }],
      },
    });
    expect(files).toMatchObject({
      id: `chatgpt:${PROJECT}/config.files`,
      body: { of: 'project files', project: PROJECT },
    });
    expect(files && partsOf(files)).toMatchObject([
      { type: 'file', artifact: null, mime: 'text/markdown', name: 'notes.md', pointer: 'file_00b', bytes: 512 },
      { type: 'json', value: { odd: 'x' } },
    ]);
    expect(gap).toMatchObject({
      id: `chatgpt:${PROJECT}/config.files/file_00b`,
      parents: [`chatgpt:${PROJECT}/config.files`],
      body: { why: 'not-fetched', what: { pointer: 'file_00b', name: 'notes.md' } },
    });
  });

  test('is the same one deeper, as lists have it', () => {
    expect(drafts('gizmo', { gizmo: project })).toEqual(drafts('gizmo', project));
  });

  test('of a custom GPT gives the instructions to who made it; to others a gap says that they were not sent', () => {
    const gpt = (instructions: unknown) => ({
      gizmo: { id: 'g-2', display: { name: 'Poet' }, instructions },
      files: [],
    });
    const [own, files] = drafts('gizmo', gpt('In rhymes.'));
    expect(own).toMatchObject({ id: 'chatgpt:g-2/config', body: { of: 'custom GPT', gizmo: 'g-2', name: 'Poet' } });
    expect(files).toMatchObject({ id: 'chatgpt:g-2/config.files', body: { of: 'custom GPT files', parts: [] } });
    expect(drafts('gizmo', gpt(null))[1]).toMatchObject({
      kind: 'gap',
      id: 'chatgpt:g-2/config/gap.instructions',
      parents: ['chatgpt:g-2/config'],
      body: { why: 'not-sent' },
    });
    // a project without instructions has none
    expect(drafts('gizmo', { gizmo: { id: PROJECT } }).map(({ kind }) => kind)).toEqual(['config']);
  });

  test('who made it is masked', () => {
    const masked = maskText(JSON.stringify(project), chatgptReader.masks({ ...head, route: 'gizmo' })).text;
    expect(masked).not.toContain('PLANTED');
    expect(masked).toContain('Metres only.');
  });
});

describe('what the account is set to', () => {
  test('custom instructions, each named by its member', () => {
    const [own, ...others] = drafts('custom-instructions', {
      object: 'user_system_message_detail',
      enabled: true,
      about_user_message: 'A sailor.',
      about_model_message: 'Be brief.',
      traits_model_message: '',
      disabled_tools: ['canvas'],
    });
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      id: 'chatgpt:custom-instructions/config',
      body: { of: 'custom instructions', scope: 'account', enabled: true, more: { disabled_tools: ['canvas'] } },
    });
    expect(own && partsOf(own).map(({ of, text }) => [of, text])).toEqual([
      ['about_user_message', 'A sailor.'],
      ['about_model_message', 'Be brief.'],
    ]);
  });

  test('memory, entry by entry', () => {
    const [own] = drafts('memories', {
      memories: [{ id: 'm', content: 'Likes metres.', updated_at: '2026-05-01T00:00:00Z' }, { id: 'n' }],
      memory_max_tokens: 2000,
    });
    expect(own).toMatchObject({ id: 'chatgpt:memory/config', body: { of: 'memory', scope: 'account' } });
    expect(own && partsOf(own)).toMatchObject([
      { type: 'text', text: 'Likes metres.', written: '2026-05-01T00:00:00.000Z' },
      { type: 'json', value: { id: 'n' } },
    ]);
  });

  test.each([
    ['gizmo', {}],
    ['gizmo', { gizmo: { id: 7 } }],
    ['gizmo', null],
    ['custom-instructions', { detail: 'Not found' }],
    ['custom-instructions', []],
    ['memories', { memories: 'none' }],
    ['memories', undefined],
  ])('another shape of %s is drift: %j', (route, value) => {
    expect(readCall(route, value)).toMatchObject({ kind: 'drift' });
  });
});

describe('what a conversation does not say', () => {
  const gaps = (more: Fields): unknown[] =>
    read(conversation(chain([message('m', 'user', 'Hi')]), 'm', more)).drafts.flatMap(({ id, kind, body }) =>
      kind === 'gap' && 'what' in body
        ? [[id, (body.what as { instructions: unknown }).instructions, 'why' in body ? body.why : null]]
        : [],
    );
  const never = ['chatgpt:c-1/gap.instructions', ['system prompt', 'custom instructions', 'memory'], 'not-sent'];
  const ofProject = [
    [`chatgpt:${PROJECT}/config`, ['project instructions'], 'not-asked'],
    [`chatgpt:${PROJECT}/config.files`, ['project files'], 'not-asked'],
  ];

  test('is a gap: the system prompt of each, and of a project or a custom GPT what only its call gives', () => {
    expect(gaps({})).toEqual([never]);
    expect(gaps({ gizmo_id: PROJECT })).toEqual([never, ...ofProject]);
    expect(gaps({ gizmo_id: null, conversation_template_id: PROJECT })).toEqual([never, ...ofProject]);
    expect(gaps({ gizmo_id: 'g-2' })).toEqual([
      never,
      ['chatgpt:g-2/config', ['instructions of the custom GPT'], 'not-asked'],
    ]);
  });

  test('and ends with what that call gives, under the same ids', () => {
    const configs = drafts('gizmo', project).filter(({ kind }) => kind === 'config');
    expect(configs.map(({ id }) => id)).toEqual(ofProject.map(([id]) => id));
  });
});
