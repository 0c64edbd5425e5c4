// @vitest-environment happy-dom
import '../with-browser';
import { describe, expect, test } from 'vitest';
import { mark, message } from '../providers/chatgpt/compose';
import { all, fromChatgpt, fromClaude, inArchive, inLibrary, words } from './two-views';

/* What a person sees of what a chat brings along: voices, attachments, documents in versions, reports, settings. */

describe.each([
  ['the library', inLibrary],
  ['index.html', inArchive],
])('known faults of what is sent along, as %s shows them', (_, show) => {
  test('a line says where model and settings changed, and only there', async () => {
    const answer = (id: string, model_slug: string, more = {}) =>
      message(id, 'assistant', 'So.', { metadata: { model_slug, ...more } });
    const events = await fromChatgpt(
      ...[message('p', 'user', 'One?'), answer('a', 'm-one'), message('q', 'user', 'Two?'), answer('b', 'm-one')],
      ...[message('r', 'user', 'Three?'), answer('c', 'm-two', { thinking_effort: '\u202ehigh <b>' })],
    );
    const root = await show(events);
    const said =
      words(root)
        .match(/From here on[^V]*/g)
        ?.join(' ') ?? '';
    expect(said.match(/m-two \(before: m-one\)/g)).toHaveLength(1);
    expect(said).toMatch(/thinking effort: ⟨U\+202E⟩high <b>/);
    expect(words(root)).not.toContain('\u202e');
  });

  const edges = (root: Element, ...said: readonly string[]): void => {
    const all = words(root);
    const at = said.map((each) => all.indexOf(each));
    expect(at).toEqual(at.toSorted((a, b) => a - b));
    expect(at).not.toContain(-1);
  };

  test('B50: what was said aloud is there as words, and the sound as what is missing', async () => {
    const sound = { content_type: 'audio_asset_pointer', asset_pointer: 'sediment://file_00a1', format: 'wav' };
    const spoken = { content_type: 'audio_transcription', text: 'Is the tide high?', direction: 'in' };
    const content = { content_type: 'multimodal_text', parts: [spoken, sound] };
    const root = await show(await fromChatgpt(message('q', 'user', content), message('a', 'assistant', 'It is.')));
    edges(root, 'Is the tide high?', 'It is.');
    expect(words(root)).toMatch(/not (?:been )?fetched/i);
  });

  test('B52: a message that is nothing but an attachment is there, with the text of it', async () => {
    const attachment = {
      file_name: 'log.txt',
      file_size: 21,
      file_type: 'txt',
      extracted_content: 'Low water at noon.',
    };
    const root = await show(await fromClaude({ asked: '', attachments: [attachment] }));
    edges(root, 'log.txt', 'Low water at noon.', 'So.');
  });

  test('B55: every version of a canvas document has its place below the call that wrote it', async () => {
    const canvas = (version: number) => ({
      canvas: { textdoc_id: 'd-1', textdoc_type: 'document', title: 'Plan', version },
    });
    const call = (id: string, step: string, input: object) =>
      message(id, 'assistant', { content_type: 'code', text: JSON.stringify(input) }, { recipient: `canmore.${step}` });
    const result = (id: string, step: string, version: number) =>
      message(id, 'tool', 'Done.', { author: { role: 'tool', name: `canmore.${step}` }, metadata: canvas(version) });
    const updates = [{ pattern: 'eight', multiple: false, replacement: 'nine' }];
    const events = await fromChatgpt(
      message('q', 'user', 'A plan.'),
      ...[call('c', 'create_textdoc', { name: 'Plan', type: 'document', content: 'At eight.' })],
      ...[result('r', 'create_textdoc', 1), call('d', 'update_textdoc', { updates }), result('s', 'update_textdoc', 2)],
      message('a', 'assistant', 'It is written.'),
    );
    const root = await show(events);
    edges(root, 'A plan.', 'At eight.', 'nine', 'It is written.');
    expect(words(root).match(/Plan/g)?.length).toBeGreaterThan(2);
  });

  test('B57: a version of a document that cannot be put together is told in its place', async () => {
    const write = (id: string, more: object) => ({
      type: 'tool_use',
      id,
      name: 'artifacts',
      input: { id: 'doc', ...more },
    });
    const done = (id: string) => ({ type: 'tool_result', tool_use_id: id, name: 'artifacts', content: [] });
    const root = await show(
      await fromClaude({
        asked: 'A plan.',
        blocks: [
          ...[
            write('1', { command: 'create', title: 'Tides', type: 'text/markdown', content: 'High at six.' }),
            done('1'),
          ],
          ...[write('2', { command: 'annotate', note: 'Nobody knows this one.' }), done('2')],
        ],
      }),
    );
    edges(root, 'High at six.', 'Nobody knows this one.', 'So.');
    expect(words(root)).toMatch(/Tides/);
  });

  test('B59, B60: a report stands in the turn that made it, wherever it was sent, with its sources', async () => {
    const matched_text = mark('cite', 'turn3search2');
    const page = { title: 'Page A', url: 'https://report.example/a' };
    const references = [{ matched_text, start_idx: 17, type: 'grouped_webpages', items: [page] }];
    const report_message = {
      ...{ id: 'x', author: { role: 'assistant' }, metadata: { content_references: references } },
      content: { content_type: 'text', parts: [`# Tides\n\nIt rose ${matched_text}`] },
    };
    const sdk = { html_asset_pointer: 'internal://deep-research', widget_state: JSON.stringify({ report_message }) };
    const root = await show(
      await fromChatgpt(
        ...[
          message('p', 'user', 'Research the tides.'),
          message('c', 'assistant', 'Go.', { recipient: 'api_tool.call_tool' }),
        ],
        message('r', 'tool', 'It runs.', {
          author: { role: 'tool', name: 'api_tool.call_tool' },
          metadata: { chatgpt_sdk: sdk },
        }),
        ...[message('q', 'user', 'And the wind?'), message('a', 'assistant', 'It blew.')],
      ),
    );
    edges(root, 'Research the tides.', 'It rose', 'And the wind?', 'It blew.');
    expect(all(root, 'a[href="https://report.example/a"]').length).toBeGreaterThan(0);
    expect(words(root)).toContain('Page A');
  });
});
