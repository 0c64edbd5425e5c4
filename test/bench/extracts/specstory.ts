import type { AssistantTurn, Call, Turn, UserTurn } from '../../../src/handoff/turns';

// Sessions of coding agents as the SpecStory command line keeps them in a project's folder `.specstory/history`: Markdown
// with a heading for each message. Not a reader of the product's: it takes what a measure of turns needs.

const HEADING = /^_\*\*(User|Agent|Assistant)( - sidechain)? \([^\n]*\d{4}-\d\d-\d\d [^\n]*\)\*\*_$/gm;
const TOOL =
  /<tool-use data-tool-type="[^"]*" data-tool-name="([^"]*)"><details>\n<summary>[^\n]*<\/summary>\n?([\s\S]*?)<\/details><\/tool-use>/g;
const THOUGHT = /<think>[\s\S]*?<\/think>/g;
/** What a client put in under the person's name. */
const PUT_IN = /^\s*(?:<(?:command-|local-command|system-reminder|task-notification)|Caveat:|\[Request interrupted)/;

/** The turns of a session, without those of sub-agents and without reasoning. */
export function turnsOfMarkdown(markdown: string): Turn[] {
  const headings = [...markdown.matchAll(HEADING)];
  const turns: Turn[] = [];
  for (const [at, heading] of headings.entries()) {
    const [whole, who, aside] = heading;
    if (aside !== undefined) continue;
    const end = headings[at + 1]?.index ?? markdown.length;
    const body = markdown.slice(heading.index + whole.length, end).replace(/\n---\s*$/, '');
    if (who === 'User') addUser(turns, body.trim());
    else addAssistant(turns, body);
  }
  return turns;
}

const base = (turns: readonly Turn[]) => ({ event: `e${turns.length}`, at: null, holds: [`e${turns.length}`] });

function addUser(turns: Turn[], text: string): void {
  if (text === '') return;
  const from: UserTurn['from'] = PUT_IN.test(text) ? 'record' : 'person';
  turns.push({ ...base(turns), role: 'user', from, text, pictures: [] });
}

/** Words open a turn; calls that follow without words belong to it. */
function addAssistant(turns: Turn[], body: string): void {
  const calls = [...body.matchAll(TOOL)].map(([, name = '', inside = ''], at) =>
    callOf(name, inside, turns.length, at),
  );
  const text = body.replace(TOOL, '').replace(THOUGHT, '').trim();
  const last = turns.at(-1);
  if (text === '' && last?.role === 'assistant')
    turns[turns.length - 1] = { ...last, calls: [...last.calls, ...calls] };
  else if (text !== '' || calls.length > 0) turns.push(assistantTurn(turns, text, calls));
}

const assistantTurn = (turns: readonly Turn[], text: string, calls: readonly Call[]): AssistantTurn => ({
  ...base(turns),
  role: 'assistant',
  model: null,
  text: text === '' ? null : text,
  calls,
  reasoning: [],
});

/** The last block of plain text is what the tool gave back; what stands before it is what it was asked. */
function callOf(name: string, inside: string, turn: number, at: number): Call {
  const cut = inside.lastIndexOf('\n```text\n');
  const asked = (cut === -1 ? inside : inside.slice(0, cut)).trim();
  const result = cut === -1 ? '' : inside.slice(cut + '\n```text\n'.length).replace(/\n```\s*$/, '');
  const event = `e${turn}.${at}`;
  const quote = { words: result, put: (words: string) => words };
  return { id: event, name, input: { asked }, result, failed: false, event, results: [`${event}r`], quote };
}
