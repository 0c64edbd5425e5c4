/** One thing in a target's file, as its own format says it. */
export type Seen =
  | { readonly is: 'user' | 'assistant'; readonly text: string }
  | { readonly is: 'call'; readonly id: string; readonly name: string; readonly input: unknown }
  | { readonly is: 'result'; readonly id: string; readonly text: string }
  | { readonly is: 'picture'; readonly base64: string };

// biome-ignore lint/suspicious/noExplicitAny: thirteen foreign formats are read loosely, to be told apart from our schemas
type Any = any;

const user = (text: string): Seen => ({ is: 'user', text });
const assistant = (text: string): Seen => ({ is: 'assistant', text });
const call = (id: string, name: string, input: unknown): Seen => ({ is: 'call', id, name, input });
const result = (id: string, text: string): Seen => ({ is: 'result', id, text });
const picture = (base64: string): Seen => ({ is: 'picture', base64: base64.replace(/^data:[^,]*,/, '') });
const said = (role: string, text: string): Seen[] => (text ? [role === 'user' ? user(text) : assistant(text)] : []);
const lines = (text: string): Any[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const ofBlocks = (role: string, blocks: Any[]): Seen[] =>
  blocks.flatMap((block) => {
    if (block.type === 'text') return said(role, block.text);
    if (block.type === 'image') return [picture(block.source.data)];
    if (block.type === 'tool_use') return [call(block.id, block.name, block.input)];
    return [result(block.tool_use_id, block.content[0].text)];
  });

const ofItem = (item: Any): Seen[] => {
  if (item.type === 'function_call') return [call(item.call_id, item.name, JSON.parse(item.arguments))];
  if (item.type === 'function_call_output') return [result(item.call_id, item.output)];
  if (typeof item.content === 'string') return said(item.role, item.content);
  return item.content.flatMap((part: Any) =>
    part.type === 'input_image' ? [picture(part.image_url)] : said(item.role, part.text),
  );
};

const ofParts = (role: string, parts: Any[]): Seen[] =>
  parts.flatMap((part) => {
    if (part.inlineData) return [picture(part.inlineData.data)];
    if (part.functionCall) return [call(part.functionCall.id, part.functionCall.name, part.functionCall.args)];
    if (part.functionResponse) {
      const { id, response } = part.functionResponse;
      return [result(id, response.output ?? response.error)];
    }
    return said(role === 'user' ? 'user' : 'assistant', part.text);
  });

const QUOTED = /^\[V-\d+, from the recorded session: what \w+ gave back;[^\n]*\n`+\n([\s\S]*)\n`+$/;
const isNote = (seen: Seen): boolean => seen.is === 'result' && seen.text.startsWith('[The result is long:');

/** Long results of Codex stand in messages of their own, in the order of their notes. */
function withLongResults(seen: readonly Seen[]): Seen[] {
  const isWhole = (each: Seen): boolean => each.is === 'user' && QUOTED.test(each.text);
  const wholes = seen.filter(isWhole).map((each) => ('text' in each ? (QUOTED.exec(each.text)?.[1] ?? '') : ''));
  return seen
    .filter((each) => !isWhole(each))
    .map((each) => (each.is === 'result' && isNote(each) ? { ...each, text: wholes.shift() ?? '' } : each));
}

/** Reads what a target wrote, in order, by nothing but what its format says. */
export const readers: Readonly<Record<string, (text: string) => Seen[]>> = {
  messages: (text) =>
    JSON.parse(text).flatMap((message: Any): Seen[] => {
      if (message.role === 'tool') return [result(message.tool_call_id, message.content)];
      const parts = Array.isArray(message.content) ? message.content : [{ type: 'text', text: message.content }];
      return [
        ...parts.flatMap((part: Any) =>
          part.type === 'text' ? said(message.role, part.text) : [picture(part.image_url.url)],
        ),
        ...(message.tool_calls ?? []).map((each: Any) =>
          call(each.id, each.function.name, JSON.parse(each.function.arguments)),
        ),
      ];
    }),
  responses: (text) => JSON.parse(text).flatMap(ofItem),
  anthropic: (text) => JSON.parse(text).messages.flatMap((each: Any) => ofBlocks(each.role, each.content)),
  gemini: (text) => JSON.parse(text).flatMap((each: Any) => ofParts(each.role, each.parts)),
  'ai-sdk': (text) =>
    JSON.parse(text).flatMap(({ role, parts }: Any) =>
      parts.flatMap((part: Any) => {
        if (part.type === 'text') return said(role, part.text);
        if (part.type === 'file') return [picture(part.url)];
        const { toolCallId, toolName, input, output, errorText } = part;
        return [call(toolCallId, toolName, input), result(toolCallId, output ?? errorText)];
      }),
    ),
  pi: (text) =>
    lines(text).flatMap(({ type, message }) => {
      if (type !== 'message') return [];
      if (message.role === 'toolResult') return [result(message.toolCallId, message.content[0].text)];
      return message.content.flatMap((part: Any) => {
        if (part.type === 'image') return [picture(part.data)];
        return part.type === 'text' ? said(message.role, part.text) : [call(part.id, part.name, part.arguments)];
      });
    }),
  codex: (text) =>
    withLongResults(lines(text).flatMap(({ type, payload }) => (type === 'response_item' ? ofItem(payload) : []))),
  'claude-code': (text) => lines(text).flatMap(({ message }) => ofBlocks(message.role, message.content)),
  opencode: (text) =>
    JSON.parse(text).messages.flatMap(({ info, parts }: Any) =>
      parts.flatMap((part: Any) => {
        if (part.type === 'text') return said(info.role, part.text);
        if (part.type === 'file') return [picture(part.url)];
        if (part.type !== 'tool') return [];
        const { input, output, error } = part.state;
        return [call(part.callID, part.tool, input), result(part.callID, output ?? error)];
      }),
    ),
  'gemini-cli': (text) =>
    lines(text)
      .slice(1)
      .flatMap((line) => {
        if (line.type === 'user') return ofParts('user', line.content);
        const calls = (line.toolCalls ?? []).flatMap((each: Any) => [
          call(each.id, each.name, each.args),
          ...ofParts('user', each.result),
        ]);
        return [...said('assistant', line.content), ...calls];
      }),
  'open-webui': (text) => {
    const { messages, currentId } = JSON.parse(text)[0].chat.history;
    const path: Seen[][] = [];
    for (let at = messages[currentId]; at; at = messages[at.parentId])
      path.unshift([...said(at.role, at.content), ...(at.files ?? []).map((file: Any) => picture(file.url))]);
    return path.flat();
  },
  librechat: (text) =>
    JSON.parse(text).messages.flatMap((each: Any) => said(each.isCreatedByUser ? 'user' : 'assistant', each.text)),
  atif: (text) => {
    const { notes, steps } = JSON.parse(text);
    return [
      user(notes),
      // a trajectory has a step at least: what stands for none is of no event
      ...steps
        .filter((step: Any) => step.extra.event !== null)
        .flatMap((step: Any) => [
          ...said(step.source === 'agent' ? 'assistant' : 'user', step.message),
          ...(step.tool_calls ?? []).map((each: Any) => call(each.tool_call_id, each.function_name, each.arguments)),
          ...(step.observation?.results ?? []).map((each: Any) => result(each.source_call_id, each.content)),
        ]),
    ];
  },
};

/**
 * What was read in one form, so that two formats can be compared: some put a result after each call, others all after all
 * calls; some give what one side says in a row as one text, others as several.
 */
export function inOneForm(seen: readonly Seen[]): Seen[] {
  const results = new Map(seen.flatMap((each) => (each.is === 'result' ? [[each.id, each]] : [])));
  const paired = seen.flatMap((each): Seen[] => {
    if (each.is === 'result') return [];
    if (each.is !== 'call') return [each];
    const own = results.get(each.id);
    return own ? [each, own] : [each];
  });
  const joined: Seen[] = [];
  for (const each of paired) {
    const last = joined.at(-1);
    if ((each.is === 'user' || each.is === 'assistant') && last?.is === each.is)
      joined[joined.length - 1] = { is: each.is, text: `${last.text}\n\n${each.text}` };
    else joined.push(each);
  }
  return joined;
}
