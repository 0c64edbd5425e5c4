// Everything that says whether the project is sound, in order of cheapness; one broken step does not hide the next.
// `npm test` runs all; `npm test -- chatgpt` runs only the unit tests whose path contains the words.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import process from 'node:process';
import { ensure } from './browsers.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, notes: string[], again?: string[] }} Result
 * @typedef {{ name: string, run: () => Promise<Result> }} Step
 */

const reports = '.output/reports';

/** @type {readonly Step[]} */
const steps = [
  { name: 'types', run: () => command('npm', 'run', '-s', 'typecheck') },
  { name: 'lint', run: () => command('npm', 'run', '-s', 'lint') },
  { name: 'unused code', run: () => command('npm', 'run', '-s', 'knip') },
  { name: 'build', run: () => command('npm', 'run', '-s', 'build') },
  { name: 'build for the tests', run: () => command('npm', 'run', '-s', 'build:e2e') },
  { name: 'unit and house', run: () => vitest('unit') },
  { name: 'slow', run: () => vitest('slow') },
  { name: 'end to end', run: () => vitest('e2e') },
];

/**
 * A step that has no tests of its own counts as one; what it prints is shown only if it fails.
 * @param {string} program
 * @param {string[]} args
 * @returns {Promise<Result>}
 */
async function command(program, ...args) {
  const { code, output } = await finished(spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] }));
  if (code === 0) return { passed: 1, failed: 0, skipped: 0, notes: [] };
  process.stdout.write(output);
  return { passed: 0, failed: 1, skipped: 0, notes: [`${program} ${args.join(' ')}`] };
}

/**
 * One project of the test runner, its tests counted from its own report.
 * @param {string} project
 * @param {string[]} filters
 * @returns {Promise<Result>}
 */
async function vitest(project, ...filters) {
  const report = `${reports}/${project}.json`;
  rmSync(report, { force: true });
  const shown = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const args = ['vitest', 'run', '--project', project, ...shown, ...filters];
  const { code } = await finished(spawn('npx', args, { stdio: ['ignore', 'inherit', 'inherit'] }));
  const result = counted(report);
  if (code !== 0 && result.failed === 0) {
    return { ...result, failed: 1, notes: [`the runner of ${project} ended with ${code}`] };
  }
  return result;
}

/**
 * @param {string} report
 * @returns {Result}
 */
function counted(report) {
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { name: string, status: string, assertionResults: { status: string, fullName: string, failureMessages: string[] }[] }[] }} */
  let json;
  try {
    json = JSON.parse(readFileSync(report, 'utf8'));
  } catch {
    return { passed: 0, failed: 1, skipped: 0, notes: [`${report} was not written`] };
  }
  const broken = json.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && assertionResults.length > 0 && assertionResults.every((each) => each.status !== 'failed'),
  );
  const lost = json.testResults.filter(({ assertionResults }) => assertionResults.length === 0); // what ran them died
  const failed = json.testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  );
  const again = json.testResults.flatMap(({ assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages: [why = ''] }) => `${fullName} (${why.split('\n', 1)})`),
  );
  return {
    again,
    passed: json.numPassedTests,
    failed: json.numFailedTests + broken.length + lost.length,
    skipped: json.numPendingTests + json.numTodoTests,
    notes: [
      ...failed,
      ...broken.map(({ name }) => `${name} could not be run`),
      ...lost.map(({ name }) => `${name} came to no end`),
    ],
  };
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ code: number, output: string }>}
 */
function finished(child) {
  return new Promise((resolve) => {
    let output = '';
    child.stdout?.on('data', (piece) => {
      output += piece;
    });
    child.stderr?.on('data', (piece) => {
      output += piece;
    });
    child.on('error', (error) => resolve({ code: 1, output: `${output}${error.message}\n` }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

async function main() {
  const filters = process.argv.slice(2);
  mkdirSync(reports, { recursive: true });
  if (!process.env.VALISE_SAMPLES)
    console.log('VALISE_SAMPLES names no folder: tests over outside samples are skipped.');
  /** @type {Result} */
  const total = { passed: 0, failed: 0, skipped: 0, notes: [] };
  for (const { name, run } of filters.length > 0 ? [filtered(filters)] : [machine, ...steps]) {
    const began = Date.now();
    const result = await run();
    total.passed += result.passed;
    total.failed += result.failed;
    total.skipped += result.skipped;
    total.notes.push(...result.notes.map((note) => `${name}: ${note}`));
    for (const each of result.again ?? []) console.log(`passed at the second try: ${each}`);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`— ${name}: ${result.failed === 0 ? 'passed' : `${result.failed} failed`} (${seconds} s)`);
  }
  for (const note of total.notes) console.log(`FAILED ${note}`);
  if (total.skipped > 0) console.log(`${total.skipped} skipped`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

/** @type {Step} */
const machine = {
  name: 'browsers and tools',
  run: async () => {
    try {
      ensure(['chromium', 'firefox', 'unzip', 'sevenZip', 'python'], ['screen', 'keys']);
      return { passed: 1, failed: 0, skipped: 0, notes: [] };
    } catch (error) {
      return { passed: 0, failed: 1, skipped: 0, notes: [error instanceof Error ? error.message : String(error)] };
    }
  },
};

/**
 * @param {string[]} filters
 * @returns {Step}
 */
const filtered = (filters) => ({ name: filters.join(' '), run: () => vitest('unit', ...filters) });

await main();
