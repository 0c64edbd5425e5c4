import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model answers, whatever it is asked. */
export const ANSWER = 'I have read all of it.';

export interface ModelServer {
  /** `http://127.0.0.1:<port>` */
  readonly url: string;
  /** What was asked of the model, as JSON. Counting of tokens and lists of models are not. */
  readonly asked: unknown[];
  close(): Promise<void>;
}

type Events = readonly (readonly [type: string | null, data: unknown])[];

/** A model on loopback that speaks Chat Completions, Responses, Messages and generateContent, and keeps what it is sent. */
export async function modelServer(): Promise<ModelServer> {
  const asked: unknown[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => void pieces.push(piece));
    request.on('end', () => {
      const path = new URL(request.url ?? '/', 'http://x').pathname;
      const body = parsed(Buffer.concat(pieces).toString('utf8'));
      const dialect = DIALECTS.find(({ at }) => at.test(path));
      if (dialect) {
        asked.push(body);
        stream(response, dialect.events());
      } else json(response, path.endsWith('/models') ? MODELS : { input_tokens: 1, totalTokens: 1 });
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // a probe without a body
  }
}

function json(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify(value));
}

/** Every client asks for a stream. */
function stream(response: ServerResponse, events: Events): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const [type, data] of events) {
    if (type !== null) response.write(`event: ${type}\n`);
    response.write(`data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`);
  }
  response.end();
}

const MODEL = 'other-model';
const MODELS = { object: 'list', data: [{ id: MODEL, object: 'model', created: 1, owned_by: 'loopback' }] };

const completions = (): Events => {
  const chunk = (choice: object, more: object = {}) =>
    [
      null,
      {
        id: 'c',
        object: 'chat.completion.chunk',
        created: 1,
        model: MODEL,
        choices: [{ index: 0, ...choice }],
        ...more,
      },
    ] as const;
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  return [
    chunk({ delta: { role: 'assistant', content: ANSWER }, finish_reason: null }),
    chunk({ delta: {}, finish_reason: 'stop' }, { usage }),
    [null, '[DONE]'],
  ];
};

const responses = (): Events => {
  const part = { type: 'output_text', text: ANSWER, annotations: [], logprobs: [] };
  const item = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: [part] };
  const usage = {
    ...{ input_tokens: 1, output_tokens: 1, total_tokens: 2 },
    ...{ input_tokens_details: { cached_tokens: 0 }, output_tokens_details: { reasoning_tokens: 0 } },
  };
  const response = (status: string, output: object[]) => ({
    response: { id: 'r', object: 'response', created_at: 1, status, model: MODEL, output, error: null, usage },
  });
  const events: [string, object][] = [
    ['response.created', response('in_progress', [])],
    ['response.output_item.added', { output_index: 0, item }],
    ['response.output_text.delta', { item_id: 'msg_1', output_index: 0, content_index: 0, delta: ANSWER }],
    ['response.output_item.done', { output_index: 0, item }],
    ['response.completed', response('completed', [item])],
  ];
  return events.map(([type, data], sequence_number) => [type, { type, sequence_number, ...data }]);
};

const messages = (): Events => {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'm', type: 'message', role: 'assistant', model: MODEL, content: [], stop_reason: null, usage };
  const events: [string, object][] = [
    ['message_start', { message: { ...message, stop_sequence: null } }],
    ['content_block_start', { index: 0, content_block: { type: 'text', text: '' } }],
    ['content_block_delta', { index: 0, delta: { type: 'text_delta', text: ANSWER } }],
    ['content_block_stop', { index: 0 }],
    ['message_delta', { delta: { stop_reason: 'end_turn', stop_sequence: null }, usage }],
    ['message_stop', {}],
  ];
  return events.map(([type, data]) => [type, { type, ...data }]);
};

const generate = (): Events => [
  [
    null,
    {
      candidates: [{ content: { role: 'model', parts: [{ text: ANSWER }] }, finishReason: 'STOP', index: 0 }],
      usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    },
  ],
];

const DIALECTS: readonly { readonly at: RegExp; readonly events: () => Events }[] = [
  { at: /\/chat\/completions$/, events: completions },
  { at: /\/responses$/, events: responses },
  { at: /\/messages$/, events: messages },
  { at: /:streamGenerateContent$/, events: generate },
];
