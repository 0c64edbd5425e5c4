type Fields = Record<string, unknown>;

/** A conversation, of which every form that the site gives it can be made: see render.ts. */
export interface Chat {
  readonly uuid: string;
  readonly name: string;
  readonly leaf: string;
  readonly messages: readonly Said[];
  readonly project?: { readonly uuid: string; readonly name: string };
}

export interface Said {
  readonly uuid: string;
  readonly sender: 'human' | 'assistant';
  /** Null: the first. */
  readonly parent: string | null;
  /** As a read has them. */
  readonly content: readonly Fields[];
  readonly attachments?: readonly Fields[];
  readonly files?: readonly Fields[];
  readonly stop?: string;
  readonly retry?: boolean;
  readonly compaction?: readonly Fields[];
}

export const ROOT = '00000000-0000-4000-8000-000000000000';
export const ORG = '5e5e5e5e-0000-4000-8000-0000000000aa';

/** An id of the chat's own: `id('a1')` of the chat 3 is the same in every form. */
export const idsOf =
  (chat: number) =>
  (name: string): string => {
    const hex = [...name].map((each) => each.charCodeAt(0).toString(16).padStart(2, '0')).join('');
    return `c1a0${chat.toString(16).padStart(4, '0')}-0000-7000-8000-${hex.padStart(12, '0')}`;
  };

const TIME = '2026-07-20T10:00:';
const timed = (second: number): Fields => ({
  start_timestamp: `${TIME}${String(second).padStart(2, '0')}.123456Z`,
  stop_timestamp: `${TIME}${String(second + 1).padStart(2, '0')}.123456Z`,
  flags: null,
});

export const text = (words: string, citations: readonly Fields[] = []): Fields => ({
  ...timed(1),
  type: 'text',
  text: words,
  citations: [...citations],
});

export const thinking = (words: string, summaries: readonly string[] = []): Fields => ({
  ...timed(2),
  type: 'thinking',
  thinking: words,
  summaries: summaries.map((summary) => ({ summary })),
  cut_off: false,
  truncated: false,
  alternative_display_type: null,
});

/** A call and its result. */
export const tool = (
  id: string,
  name: string,
  input: Fields,
  result: readonly Fields[],
  more: Fields = {},
): Fields[] => [
  { ...timed(3), type: 'tool_use', id, name, input, message: null, integration_name: null, display_content: null },
  {
    ...timed(4),
    type: 'tool_result',
    tool_use_id: id,
    name,
    content: [...result],
    is_error: false,
    structured_content: null,
    meta: null,
    message: null,
    display_content: null,
    ...more,
  },
];

export const words = (text: string): Fields => ({ type: 'text', text, uuid: `t-${text.length}-${text.slice(0, 8)}` });

export const page = (title: string, url: string, text?: string): Fields => ({
  type: 'knowledge',
  title,
  url,
  metadata: { type: 'webpage_metadata', site_domain: new URL(url).hostname, favicon_url: null, site_name: title },
  is_missing: false,
  ...(text === undefined ? {} : { text, is_citable: true }),
});

export const cite = (uuid: string, start: number, end: number, title: string, url: string): Fields => ({
  uuid,
  start_index: start,
  end_index: end,
  title,
  url,
  metadata: { type: 'webpage_metadata', site_domain: new URL(url).hostname, favicon_url: null, site_name: title },
  origin_tool_name: 'web_search',
  sources: [],
});
