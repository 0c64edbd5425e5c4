import { almanac, at, DRAWING, groups, id, pilot } from './harbour-messages';
import { SIGNATURES, SOCKET } from './secrets';
import { type Message, message, text } from './tree';

/** A citation marker as the site writes it: private-use characters around the kind and its arguments. */
const cite = (...refs: string[]): string => `\u{e200}cite\u{e202}${refs.join('\u{e202}')}\u{e201}`;

export function answer(n: number, before: string, after: string, seconds: number): Message {
  const marker = cite('turn0search0', 'turn0search1');
  const said = `${before}${marker}${after}`;
  const item = {
    title: almanac.title,
    url: almanac.url,
    pub_date: almanac.pub_date,
    snippet: almanac.snippet,
    attribution: almanac.attribution,
  };
  return message(id(n), 'assistant', text(said), {
    create_time: at(seconds),
    channel: 'final',
    metadata: {
      model_slug: 'gpt-5-6-thinking',
      finish_details: { type: 'stop', stop_tokens: [200_002] },
      is_complete: true,
      safe_urls: [almanac.url, pilot.url],
      content_references: [
        {
          matched_text: marker,
          start_idx: [...before].length,
          end_idx: [...before, ...marker].length,
          type: 'grouped_webpages',
          alt: `([tides.example.org](${almanac.url}))`,
          prompt_text: null,
          items: [
            {
              ...item,
              refs: [almanac.ref_id],
              supporting_websites: [{ title: pilot.title, url: pilot.url, snippet: pilot.snippet, pub_date: null }],
              hue: null,
              attribution_segments: null,
            },
          ],
          fallback_items: null,
          status: 'done',
          error: null,
        },
        {
          matched_text: ' ',
          start_idx: [...said].length,
          end_idx: [...said].length,
          type: 'sources_footnote',
          alt: null,
          sources: [{ title: almanac.title, url: almanac.url, attribution: almanac.attribution }],
          has_images: false,
        },
      ],
      search_result_groups: groups,
    },
  });
}

export const drawing: readonly Message[] = [
  message(
    id(41),
    'assistant',
    {
      content_type: 'code',
      language: 'json',
      text: '{"prompt":"a chart of a bar","size":"1024x1024"}',
      response_format_name: null,
    },
    { create_time: at(190), end_turn: false, recipient: 't2uay3k.sj1i4kz' },
  ),
  message(
    id(42),
    'tool',
    {
      content_type: 'multimodal_text',
      parts: [
        {
          content_type: 'image_asset_pointer',
          asset_pointer: `sediment://${DRAWING}#page=1`,
          size_bytes: 68,
          width: 1,
          height: 1,
          fovea: null,
          metadata: {
            dalle: null,
            generation: {
              gen_id: 'gen-1',
              gen_size: 'xlimage',
              seed: null,
              parent_gen_id: null,
              height: 1,
              width: 1,
              transparent_background: false,
              serialization_title: 'A chart',
            },
            watermarked_asset_pointer: null,
            asset_pointer_link: `https://files.oaiusercontent.com/${DRAWING}?se=2026-09-21T09%3A00Z&sig=${SIGNATURES.picture}`,
          },
        },
      ],
    },
    { create_time: at(205), name: 't2uay3k.sj1i4kz', metadata: { image_gen_title: 'A chart of the bar' } },
  ),
  message(
    id(43),
    'tool',
    { content_type: 'text', parts: [''] },
    {
      create_time: at(206),
      name: 'api_tool.call_tool',
      metadata: {
        chatgpt_sdk: {
          html_asset_pointer: 'internal://tide-widget',
          widget_state: '{"day":"2026-09-21"}',
          tool_response_metadata: {
            websocket_url: `wss://ws.chatgpt.com/topic?token=${SOCKET}`,
            'openai/asyncStatus': 'done',
          },
        },
      },
    },
  ),
  message(
    id(44),
    'assistant',
    { content_type: 'tide_ribbon', caption: 'High water at 09:42 and 22:10', rows: [{ at: '09:42', metres: 3.1 }] },
    { create_time: at(207), end_turn: false },
  ),
];
