import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { installed, installedBy } from './install';
import { type Ran, run } from './run';

/** Where a client is tried: a home of its own, a model on loopback, and the file to go on from. */
export interface Place {
  readonly home: string;
  readonly url: string;
  readonly session: string;
}

/** An agent client that goes on from a session file. */
export interface Client {
  /** The name of the target whose file it takes. */
  readonly target: string;
  readonly package: string;
  readonly version: string;
  /** A folder with a lock file, where what it brings is pinned too. */
  readonly lock?: string;
  /** The program, below the folder with its packages. */
  readonly program: (modules: string) => readonly string[];
  readonly resume: (program: readonly string[], place: Place) => Promise<Ran>;
}

const PROMPT = 'Continue from here.';
const MODEL = 'other-model';
/** Installs a client into the cache, once; gives its program. */
export async function programOf({ target, lock, program, ...what }: Client): Promise<readonly string[]> {
  return program(await (lock ? installedBy(lock) : installed(target, `${what.package}@${what.version}`)));
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const started = (
  program: readonly string[],
  args: readonly string[],
  { home }: Place,
  env: Readonly<Record<string, string>>,
) => {
  const cwd = join(home, 'project');
  mkdirSync(cwd, { recursive: true });
  return run([...program, ...args], { cwd, env: { HOME: home, LANG: 'C.UTF-8', NO_COLOR: '1', ...env } });
};

export const pi: Client = {
  ...{ target: 'pi', package: '@mariozechner/pi-coding-agent', version: '0.73.1', lock: 'test/proof/pi' },
  program: (modules) => [process.execPath, join(modules, '@mariozechner/pi-coding-agent/dist/cli.js')],
  resume(program, place) {
    const model = { id: MODEL, input: ['text', 'image'] };
    const provider = { baseUrl: `${place.url}/v1`, apiKey: 'local', api: 'openai-completions', models: [model] };
    write(join(place.home, '.pi/agent/models.json'), JSON.stringify({ providers: { loopback: provider } }));
    const sessions = join(place.home, 'sessions');
    const args = ['--offline', '--model', `loopback/${MODEL}`, '--session', place.session, '--session-dir', sessions];
    return started(program, [...args, '-p', PROMPT], place, {
      ...{ PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
    });
  },
};

const codex: Client = {
  ...{ target: 'codex', package: '@openai/codex', version: '0.171.0' },
  program: (modules) => [process.execPath, join(modules, '@openai/codex/bin/codex.js')],
  resume(program, place) {
    const { home, url, session } = place;
    const settings = [
      `model = "${MODEL}"\nmodel_provider = "loopback"\napproval_policy = "never"\nsandbox_mode = "read-only"`,
      'check_for_update_on_startup = false\n[analytics]\nenabled = false\n[model_providers.loopback]\nname = "Loopback"',
      `base_url = "${url}/v1"\nwire_api = "responses"\nenv_key = "LOOPBACK_KEY"\n`,
    ];
    write(join(home, '.codex/config.toml'), settings.join('\n'));
    const lines = readFileSync(session, 'utf8');
    const { id, timestamp } = JSON.parse(lines.slice(0, lines.indexOf('\n'))).payload;
    const name = `rollout-${timestamp.slice(0, 19).replaceAll(':', '-')}-${id}.jsonl`;
    write(join(home, '.codex/sessions', name), lines);
    return started(program, ['exec', '--skip-git-repo-check', 'resume', id, PROMPT], place, {
      ...{ CODEX_HOME: join(home, '.codex'), LOOPBACK_KEY: 'local', RUST_LOG: 'error' },
    });
  },
};

const claudeCode: Client = {
  ...{ target: 'claude-code', package: '@anthropic-ai/claude-code', version: '2.1.332' },
  program: (modules) => [join(modules, '@anthropic-ai/claude-code-linux-x64/claude')],
  resume: (program, place) =>
    started(program, ['-p', '--resume', place.session, PROMPT], place, {
      ...{ ANTHROPIC_BASE_URL: place.url, ANTHROPIC_API_KEY: 'local', ANTHROPIC_MODEL: MODEL },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1', DISABLE_TELEMETRY: '1' },
    }),
};

const opencode: Client = {
  ...{ target: 'opencode', package: 'opencode-ai', version: '1.18.33' },
  program: (modules) => [join(modules, 'opencode-linux-x64/bin/opencode')],
  async resume(program, place) {
    const { home, url, session } = place;
    const folders = ['DATA', 'CONFIG', 'STATE', 'CACHE'].map((name) => [
      `XDG_${name}_HOME`,
      join(home, name.toLowerCase()),
    ]);
    const limit = { context: 200_000, output: 8000 };
    const models = {
      [MODEL]: { name: 'Other', limit, attachment: true, modalities: { input: ['text', 'image'], output: ['text'] } },
    };
    const provider = { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${url}/v1`, apiKey: 'local' }, models };
    const model = `loopback/${MODEL}`;
    const settings = {
      autoupdate: false,
      share: 'disabled',
      model,
      small_model: model,
      provider: { loopback: provider },
    };
    write(join(home, 'config/opencode/opencode.json'), JSON.stringify(settings));
    const env = {
      ...Object.fromEntries(folders),
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_MODELS_FETCH: '1',
    };
    const imported = await started(program, ['import', session], place, env);
    if (imported.code !== 0) return imported;
    const { id } = JSON.parse(readFileSync(session, 'utf8')).info;
    return started(program, ['run', '--pure', '--session', id, '-m', model, PROMPT], place, env);
  },
};

const geminiCli: Client = {
  ...{ target: 'gemini-cli', package: '@google/gemini-cli', version: '0.61.0' },
  program: (modules) => [process.execPath, join(modules, '@google/gemini-cli/bundle/gemini.js')],
  resume(program, place) {
    const settings = {
      ...{ security: { auth: { selectedType: 'gemini-api-key' } }, general: { disableAutoUpdate: true } },
      ...{ privacy: { usageStatisticsEnabled: false }, telemetry: { enabled: false } },
    };
    write(join(place.home, '.gemini/settings.json'), JSON.stringify(settings));
    return started(program, ['-m', MODEL, '--session-file', place.session, '-p', PROMPT], place, {
      ...{ GEMINI_API_KEY: 'local', GOOGLE_GEMINI_BASE_URL: place.url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    });
  },
};

export const clients: readonly Client[] = [pi, codex, claudeCode, opencode, geminiCli];
