import type { TestName, TestReport } from '../model/session';

/** What each test asks, wherever a person reads it. */
export const QUESTIONS: Readonly<Record<TestName, string>> = {
  inspection: 'Can all that happened be read: calls and what they gave, tasks of agents, summaries, instructions?',
  export: 'Is every file, picture and page that the session names kept, so that nothing needs the network?',
  replay: 'Can another model go on, and is it said what it would lose?',
  audit: 'Can every action be traced to who, when and why, and every citation to its evidence?',
  deletion: 'Is every copy on a server listed, with how long it stays and a way to delete it?',
};

export const VERDICTS: Readonly<Record<TestReport['verdict'], string>> = {
  pass: 'passes',
  gaps: 'passes with what lacks named',
  fail: 'fails',
};
