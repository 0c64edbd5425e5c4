import { type Said, saidIn } from '../../../src/handoff/said';
import { shownOf } from '../../../src/handoff/shown';
import { activePath } from '../../../src/projection/branches';
import { partsOf } from '../../../src/projection/sources';
import type { SessionView } from '../../../src/projection/view';

/** A question about a sample, and where in it the words stand with which it is answered: by place, so that none is copied. */
export interface Question {
  readonly of: string;
  readonly ask: string;
  readonly needed: (view: SessionView) => string;
}

const nowhere = { artifactPath: () => null };
type Which = 'first' | 'middle' | 'last';

const said = (view: SessionView, role: string): Said[] =>
  saidIn(shownOf(view, nowhere), activePath(view)).filter(
    ({ event, text }) => event.body.role === role && !event.body.hidden && text !== '',
  );

/** A sentence of a text, long enough to be no accident. */
function sentence(text: string, which: Which): string {
  const prose = text.replace(/```[\s\S]*?(?:```|$)/g, '\n');
  const all = prose.split(/(?<=[.!?])\s+|\n+/).filter((each) => /\p{L}{3}/u.test(each) && each.length >= 12);
  const at = { first: 0, middle: Math.floor(all.length / 2), last: all.length - 1 }[which];
  return all[at] ?? text;
}

const person =
  (nth: number, which: Which = 'first') =>
  (view: SessionView) =>
    sentence(said(view, 'user')[nth]?.text ?? '', which);
const model =
  (nth: number, which: Which = 'first') =>
  (view: SessionView) =>
    sentence(said(view, 'assistant')[nth]?.text ?? '', which);
const code = (nth: number) => (view: SessionView) => {
  const block = /```[^\n]*\n([\s\S]*?)```/.exec(said(view, 'assistant')[nth]?.text ?? '')?.[1] ?? '';
  const lines = block.split('\n').filter((line) => line.trim().length >= 12);
  return lines[Math.floor(lines.length / 2)] ?? '';
};
const source = (number: number, what: 'title' | 'url') => (view: SessionView) =>
  shownOf(view, nowhere).sources[number - 1]?.[what] ?? '';
const passage = (number: number) => (view: SessionView) =>
  shownOf(view, nowhere).sources[number - 1]?.passages[0]?.text ?? '';
const asked = (nth: number) => (view: SessionView) => {
  const call = activePath(view).filter((event) => event.kind === 'tool.call')[nth];
  const strings: string[] = [];
  JSON.stringify(call?.body.input ?? call?.body.inputText ?? '', (_, value) => {
    if (typeof value === 'string') strings.push(value);
    return value;
  });
  return strings.sort((a, b) => b.length - a.length)[0] ?? '';
};
const gave = (nth: number) => (view: SessionView) => {
  const result = activePath(view).filter((event) => event.kind === 'tool.result')[nth];
  const texts = (result ? partsOf(result) : []).flatMap((part) =>
    'text' in part && typeof part.text === 'string' ? part.text : [],
  );
  return texts[0]?.split('\n').find((line) => line.trim().length >= 8) ?? '';
};

const BRANCHES = 'chatgpt/tree/2026-07-branches-tool-thoughts.json';
const NODES = 'chatgpt/tree/2024-02-two-system-nodes.json';
const TETHER = 'chatgpt/tree/2024-10-browser-tether.json';
const SUMMARY = 'chatgpt/tree/2024-11-o1-summary-tool.json';
const SEARCH = 'chatgpt/tree/2024-12-web-search-grouped-refs.json';
const RECAP = 'chatgpt/tree/2025-thoughts-recap-anonymised.json';
const CONTENT = 'chatgpt/tree/composed-2026-all-content-types.json';
const RESEARCH = 'chatgpt/tree/composed-2026-deep-research-old-and-widget.json';
const MOCK = 'chatgpt/export/2025-12-mock-conversations.json';
const ARRAY = 'chatgpt/export/2025-conversations-array.json';
const DEMO = 'chatgpt/export/2026-01-demo-conversations.json';
const ARTIFACT = 'claude/api/2024-10-antartifact-inline-image-file.json';
const THINKING = 'claude/api/2026-05-thinking-minimal.json';
const TOOLS = 'claude/api/composed-2026-07-tree-tools-files.json';
const API = 'claude/viewer-samples/api.json';
const BUSINESS = 'claude/viewer-samples/business-strategy.json';
const COOKING = 'claude/viewer-samples/cooking.json';
const DATA = 'claude/viewer-samples/data.json';
const DEBUG = 'claude/viewer-samples/debugging.json';
const PYTHON = 'claude/viewer-samples/python.json';
const WIDE = 'claude/export/synthetic-wide-schema-a.json';

/** The samples in the order in which they make one long session. */
export const SAMPLES: readonly string[] = [
  ...[NODES, TETHER, SUMMARY, SEARCH, RECAP, BRANCHES, CONTENT, RESEARCH, MOCK, ARRAY, DEMO],
  ...[ARTIFACT, THINKING, TOOLS, WIDE, API, BUSINESS, COOKING, DATA, DEBUG, PYTHON],
];

const GOAL = 'What did the person ask for first?';
const THEN = 'What did the person ask for then?';
const ANSWER = 'How did the answer begin?';
const END = 'With what did the answer end?';
const DETAIL = 'What does the middle of the answer say?';
const LINE = 'Which line of code stands in the middle of the block?';

/** Sixty questions, written down before anything was measured. */
export const QUESTIONS: readonly Question[] = [
  { of: NODES, ask: GOAL, needed: person(0) },
  { of: NODES, ask: THEN, needed: person(1) },
  { of: NODES, ask: ANSWER, needed: model(0) },
  { of: NODES, ask: DETAIL, needed: model(1, 'middle') },
  { of: NODES, ask: END, needed: model(1, 'last') },
  { of: TETHER, ask: GOAL, needed: person(0) },
  { of: TETHER, ask: ANSWER, needed: model(0) },
  { of: TETHER, ask: 'What was the tool asked for first?', needed: asked(0) },
  { of: TETHER, ask: 'What is the third source called?', needed: source(3, 'title') },
  { of: TETHER, ask: 'Where is the first source?', needed: source(1, 'url') },
  { of: SUMMARY, ask: GOAL, needed: person(0) },
  { of: SUMMARY, ask: ANSWER, needed: model(0) },
  { of: SUMMARY, ask: DETAIL, needed: model(0, 'middle') },
  { of: SUMMARY, ask: END, needed: model(0, 'last') },
  { of: SEARCH, ask: GOAL, needed: person(0) },
  { of: SEARCH, ask: ANSWER, needed: model(0) },
  { of: SEARCH, ask: END, needed: model(0, 'last') },
  { of: SEARCH, ask: 'What is the first source called?', needed: source(1, 'title') },
  { of: SEARCH, ask: 'What does the third source say?', needed: passage(3) },
  { of: RECAP, ask: GOAL, needed: person(0) },
  { of: RECAP, ask: END, needed: model(0, 'last') },
  { of: BRANCHES, ask: GOAL, needed: person(0) },
  { of: BRANCHES, ask: ANSWER, needed: model(0) },
  { of: BRANCHES, ask: 'What did the tool give back?', needed: gave(0) },
  { of: CONTENT, ask: GOAL, needed: person(0) },
  { of: CONTENT, ask: THEN, needed: person(1) },
  { of: CONTENT, ask: 'What was the second tool asked for?', needed: asked(1) },
  { of: CONTENT, ask: 'Where is the second source?', needed: source(2, 'url') },
  { of: RESEARCH, ask: GOAL, needed: person(0) },
  { of: RESEARCH, ask: ANSWER, needed: model(0) },
  { of: MOCK, ask: GOAL, needed: person(0) },
  { of: MOCK, ask: END, needed: model(1, 'last') },
  { of: ARRAY, ask: THEN, needed: person(1) },
  { of: ARRAY, ask: ANSWER, needed: model(1) },
  { of: DEMO, ask: GOAL, needed: person(0) },
  { of: DEMO, ask: END, needed: model(1, 'last') },
  { of: ARTIFACT, ask: GOAL, needed: person(0) },
  { of: ARTIFACT, ask: THEN, needed: person(1) },
  { of: ARTIFACT, ask: ANSWER, needed: model(1) },
  { of: ARTIFACT, ask: DETAIL, needed: model(0, 'middle') },
  { of: THINKING, ask: GOAL, needed: person(0) },
  { of: THINKING, ask: END, needed: model(0, 'last') },
  { of: TOOLS, ask: GOAL, needed: person(0) },
  { of: TOOLS, ask: 'What was the fourth tool asked for?', needed: asked(3) },
  { of: WIDE, ask: GOAL, needed: person(0) },
  { of: WIDE, ask: THEN, needed: person(1, 'middle') },
  { of: WIDE, ask: 'What is the tenth source called?', needed: source(10, 'title') },
  { of: API, ask: GOAL, needed: person(0) },
  { of: API, ask: DETAIL, needed: model(0, 'middle') },
  { of: API, ask: LINE, needed: code(0) },
  { of: BUSINESS, ask: THEN, needed: person(1) },
  { of: BUSINESS, ask: END, needed: model(1, 'last') },
  { of: COOKING, ask: GOAL, needed: person(0) },
  { of: COOKING, ask: DETAIL, needed: model(1, 'middle') },
  { of: DATA, ask: END, needed: model(0, 'last') },
  { of: DATA, ask: LINE, needed: code(0) },
  { of: DEBUG, ask: GOAL, needed: person(0) },
  { of: DEBUG, ask: ANSWER, needed: model(1) },
  { of: PYTHON, ask: THEN, needed: person(1) },
  { of: PYTHON, ask: LINE, needed: code(1) },
];
