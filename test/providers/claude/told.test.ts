import { describe, expect, test } from 'vitest';
import { claudeReader } from '../../../src/providers/claude/read';
import type { Draft } from '../../../src/providers/contract';
import { maskText } from '../../../src/raw/mask';
import { conversation, head, message, read } from './compose';

type Fields = Record<string, unknown>;

const ORG = 'https://claude.ai/api/organizations/o-1';

/** What an answer to one of the page's calls says. */
const readCall = (route: string, path: string, value: unknown) =>
  claudeReader.read({
    head: { ...head, route, address: `${ORG}${path}`, capture: 'heard' },
    value,
    text: JSON.stringify(value),
    request: null,
  });

const drafts = (...call: Parameters<typeof readCall>): readonly Draft[] => {
  const reading = readCall(...call);
  if (reading.kind !== 'session') throw new Error(`not read: ${JSON.stringify(reading)}`);
  expect(reading.native).toBeNull();
  return reading.drafts;
};

const partsOf = ({ body }: Draft): Fields[] => (body as { parts: Fields[] }).parts;

describe('what the calls for a project say', () => {
  const project = { uuid: 'p-1', name: 'Tides', prompt_template: 'Metres only.', updated_at: '2026-07-01T00:00:00Z' };

  test('its instructions, from when they were changed', () => {
    const [own, ...others] = drafts('project', '/projects/p-1', project);
    expect(others).toEqual([]);
    expect(own).toMatchObject({
      id: 'claude:p-1/config',
      body: { of: 'project', project: 'p-1', parts: [{ text: 'Metres only.', of: 'instructions' }] },
      at: { updated: '2026-07-01T00:00:00.000Z' },
    });
  });

  test('its documents, whole; one of another shape is kept as it is', () => {
    const list = [
      { uuid: 'd', file_name: 'a.md', content: '# A', project_uuid: 'p-1' },
      { uuid: 'e', content: 7 },
      'odd',
    ];
    const [documents] = drafts('project-docs', '/projects/p-1/docs', list);
    expect(documents).toMatchObject({ id: 'claude:p-1/config.documents', body: { project: 'p-1', more: ['odd'] } });
    expect(documents && partsOf(documents)).toMatchObject([
      { type: 'text', text: '# A', name: 'a.md', of: 'document' },
      { type: 'json', of: 'document' },
    ]);
  });

  test('that there are none', () => {
    expect(drafts('project-docs', '/projects/p-1/docs', [])).toMatchObject([{ kind: 'config', body: { parts: [] } }]);
  });

  test('its files, each to be fetched like one of a message', () => {
    const id = '0199cccc-0000-7000-8000-000000000001';
    const file = { file_kind: 'image', file_uuid: id, file_name: 'tide.png' };
    const [files, gap, ...others] = drafts('project-files', '/projects/p-1/files', [file, file, { odd: 'x' }]);
    expect(others).toEqual([]);
    expect(files && partsOf(files)).toMatchObject([
      { type: 'image', artifact: null, pointer: id, name: 'tide.png' },
      { type: 'image' },
      { type: 'json', value: { odd: 'x' } },
    ]);
    expect(gap).toMatchObject({
      id: `claude:p-1/config.files/${id}`,
      parents: ['claude:p-1/config.files'],
      body: { why: 'not-fetched', what: { pointer: id } },
    });
  });

  test('what is remembered: of all chats, or of those of the project', () => {
    const value = { memory: 'Likes metres.', controls: ['No jokes.'], updated_at: null, unheard: 'x' };
    const [all] = drafts('memory', '/memory', value);
    expect(all).toMatchObject({
      id: 'claude:memory/config',
      body: { of: 'memory', scope: 'account', more: { unheard: 'x' } },
    });
    expect(all && partsOf(all)).toMatchObject([{ text: 'Likes metres.' }, { value: ['No jokes.'], of: 'controls' }]);
    const [own] = drafts('memory', '/memory?project_uuid=p-1', value);
    expect(own).toMatchObject({ id: 'claude:p-1/config.memory', body: { of: 'project memory', project: 'p-1' } });
  });

  test.each([
    ['project', '/projects/p-1', { uuid: 'p-1' }],
    ['project', '/projects/p-1', [project]],
    ['project-docs', '/projects/p-1/docs', { docs: [] }],
    ['project-docs', '/elsewhere', []],
    ['project-files', '/projects/p-1/files', null],
    ['memory', '/memory', []],
    ['memory', '/memory', { error: 'x' }],
  ])('another shape of %s at %s is drift', (route, path, value) => {
    expect(readCall(route, path, value)).toMatchObject({ kind: 'drift' });
  });

  test('who made it is masked', () => {
    const made = { ...project, creator: { uuid: 'PLANTED', full_name: 'PLANTED' }, organization_uuid: 'PLANTED' };
    const masked = maskText(JSON.stringify(made), claudeReader.masks({ ...head, route: 'project' })).text;
    expect(masked).not.toContain('PLANTED');
    expect(masked).toContain('Metres only.');
  });
});

describe('what a conversation does not say', () => {
  const gaps = (more: Fields): [string, unknown, unknown][] => {
    const { drafts: all } = read(conversation([message('m', 'human', 'Hi', null)], 'm', more));
    return all.flatMap(({ id, kind, body }) =>
      kind === 'gap' && 'what' in body
        ? [[id, (body.what as { instructions: unknown }).instructions, 'why' in body ? body.why : null]]
        : [],
    );
  };
  const never = [
    'claude:c-1/gap.instructions',
    ['system prompt', 'personal preferences', 'style', 'memory'],
    'not-sent',
  ];
  const ofProject = [
    ['claude:p-1/config', ['project instructions'], 'not-asked'],
    ['claude:p-1/config.documents', ['project documents'], 'not-asked'],
    ['claude:p-1/config.files', ['project files'], 'not-asked'],
  ];

  test('is a gap: the system prompt of each, and of a project what only its calls give', () => {
    expect(gaps({})).toEqual([never]);
    expect(gaps({ project_uuid: 'p-1' })).toEqual([never, ...ofProject]);
    expect(gaps({ project_uuid: null, project: { uuid: 'p-1', name: 'Tides' } })).toEqual([never, ...ofProject]);
  });

  test('but not what it does say', () => {
    const project = { uuid: 'p-1', name: 'Tides', prompt_template: 'Metres only.' };
    expect(gaps({ project_uuid: 'p-1', project })).toEqual([never, ...ofProject.slice(1)]);
  });

  test('those of a project end with what its calls give, under the same ids', () => {
    const given = [
      ...drafts('project', '/projects/p-1', { uuid: 'p-1', prompt_template: '' }),
      ...drafts('project-docs', '/projects/p-1/docs', []),
      ...drafts('project-files', '/projects/p-1/files', []),
    ].map(({ id }) => id);
    expect(given).toEqual(ofProject.map(([id]) => id));
  });
});
