import { PROJECT, SHORT } from '../../sites/chatgpt/conversations';
import { HARBOUR } from '../../sites/chatgpt/harbour';
import { signal } from '../../sites/held';
import { tooMany } from '../../sites/stand-in';
import { shows } from '../chat-page';
import type { Page } from '../harness/browser';
import { fetching, front, key, largest, lose, loseLog, nearlyFull, noLonger, packing, putJob, unfold } from './by-hand';
import type { Shown, Stage, State } from './state';

const chatAt = (id: string): string => `https://chatgpt.com/c/${id}`;

interface On {
  /** What comes when the site's own page has read what it shows. */
  readonly first?: () => unknown;
  /** The toolbar's button is pressed, which lets the extension read this one tab. */
  readonly press?: boolean;
}

/** The popup of a chat, and the chat itself. */
async function on({ browser, site }: Stage, id: string, { first, press = false }: On = {}) {
  site.reset();
  const chat = await browser.open(chatAt(id));
  await shows(chat, id);
  first?.();
  if (press) await browser.pressToolbar(chat);
  const page = await browser.popupFor(chat);
  await front(browser, page);
  return { page, end: () => chat.close() };
}

/** Waits until the chat is read and all is said of it. */
async function kept({ say }: Stage, page: Page): Promise<void> {
  await page.waitFor({ text: say('popup_captured', say('time_just_now')) });
  await page.waitFor({ css: '.tests' });
  await page.waitUntil('the end of the read', () => document.querySelector('progress') === null);
}

/** The popup of a tab that shows something else. */
async function elsewhere(stage: Stage, address: string): Promise<Shown> {
  stage.site.reset();
  const tab = await stage.browser.open(address);
  return { page: await stage.browser.popupFor(tab), end: () => tab.close() };
}

/** The popup of a kept chat while a job is at it. */
async function underWay(stage: Stage, jobOf: (session: string) => ReturnType<typeof packing>): Promise<Shown> {
  const { page, end } = await on(stage, HARBOUR);
  await kept(stage, page);
  const job = jobOf(await largest(page));
  await putJob(page, job);
  await page.reload();
  await page.waitFor({ css: 'progress' });
  return {
    page,
    async end() {
      await putJob(page, noLonger(job));
      await end();
    },
  };
}

const popup = (name: string, open: State['open']): State => ({ page: 'popup', name, granted: true, open });

/** Of a browser in which the site is allowed. */
export const popupStates: readonly State[] = [
  popup('no-chat', async (stage) => {
    const shown = await elsewhere(stage, 'https://chatgpt.com/');
    await shown.page.waitFor({ text: stage.say('popup_no_conversation') });
    return shown;
  }),
  popup('working', async (stage) => {
    const { given, give } = signal();
    const { page, end } = await on(stage, SHORT, { first: () => stage.site.answerNext({ after: given }) });
    await page.waitFor({ css: 'progress' });
    return {
      page,
      async end() {
        give();
        await page.waitUntil('the end of the read', () => document.querySelector('progress') === null);
        await end();
      },
    };
  }),
  popup('told-to-wait', async (stage) => {
    const { given, give } = signal();
    const first = () => stage.site.answerNext(tooMany(200), { after: given });
    const { page, end } = await on(stage, SHORT, { first });
    await page.waitUntil('the wait', () => /\d:\d\d/.test(document.querySelector('.say p')?.textContent ?? ''));
    return {
      page,
      async end() {
        await page.evaluate(() => document.querySelector<HTMLElement>('.say button')?.click());
        await page.waitUntil('the end of the read', () => document.querySelector('progress') === null);
        give();
        await end();
      },
    };
  }),
  popup('signed-out', async (stage) => {
    const { site, say } = stage;
    const shown = await on(stage, SHORT, {
      first() {
        site.signOut();
        site.expireToken();
      },
    });
    await shown.page.waitFor({ text: say('job_error_read_signed_out') });
    return shown;
  }),
  popup('drift', async (stage) => {
    const shown = await on(stage, PROJECT, { first: () => stage.site.answerNext({ body: '{"surprise": true}' }) });
    await shown.page.waitFor({ text: stage.say('job_error_read_drift') });
    return shown;
  }),
  popup('kept', async (stage) => {
    const shown = await on(stage, HARBOUR);
    await kept(stage, shown.page);
    return shown;
  }),
  popup('paused', async (stage) => {
    const { page, end } = await on(stage, HARBOUR);
    await kept(stage, page);
    await page.click({ role: 'button', name: stage.say('watch_pause_chat') });
    await page.waitFor({ text: stage.say('watch_paused_chat') });
    return {
      page,
      async end() {
        await page.click({ role: 'button', name: stage.say('watch_go_on') });
        await page.waitFor({ role: 'button', name: stage.say('watch_pause_chat') });
        await end();
      },
    };
  }),
  popup('missing', async (stage) => {
    const shown = await on(stage, HARBOUR);
    await kept(stage, shown.page);
    await unfold(shown.page, 'main');
    await shown.page.waitFor({ css: '.fold .inside li' });
    return shown;
  }),
  popup('exporting', (stage) => underWay(stage, (session) => packing([session]))),
  popup('fetching', (stage) => underWay(stage, (session) => fetching(session))),
  popup('exported', async (stage) => {
    const shown = await on(stage, HARBOUR);
    await kept(stage, shown.page);
    await key(shown.page, 'button.main', 'Enter');
    // what became of its files may stand there already
    await shown.page.waitFor({ text: '.zip' }, { within: 60_000 });
    return shown;
  }),
  popup('failed', async (stage) => {
    const shown = await on(stage, HARBOUR);
    await kept(stage, shown.page);
    await loseLog(shown.page, await largest(shown.page));
    await key(shown.page, 'button.main', 'Enter');
    await shown.page.waitFor({ css: '.say.bad' }, { within: 60_000 });
    return shown;
  }),
  popup('low', async (stage) => {
    const { given, give } = signal();
    stage.site.reset();
    const { page, end } = await on(stage, SHORT, { first: () => stage.site.answerNext({ after: given }) });
    await nearlyFull(page);
    give();
    await page.waitFor({ css: '.say.bad' });
    return { page, end };
  }),
];

/** Of a browser in which nothing is allowed. */
export const barePopupStates: readonly State[] = [
  {
    page: 'popup',
    name: 'no-site',
    async open(stage) {
      const shown = await elsewhere(stage, 'about:blank');
      await shown.page.waitFor({ text: stage.say('popup_no_site') });
      return shown;
    },
  },
  {
    page: 'popup',
    name: 'from-page',
    async open(stage) {
      const { site, say } = stage;
      const changed = { body: '{"nodes":{},"version":7}' };
      const shown = await on(stage, SHORT, { press: true, first: () => site.answerNext(changed, changed) });
      await shown.page.waitFor({ text: say('popup_from_page') });
      return shown;
    },
  },
  {
    page: 'popup',
    name: 'once',
    async open(stage) {
      const shown = await on(stage, HARBOUR, { press: true });
      await kept(stage, shown.page);
      return shown;
    },
  },
  {
    page: 'popup',
    name: 'lost',
    async open(stage) {
      const { page, end } = await elsewhere(stage, 'about:blank');
      await lose(page, 3);
      await page.waitFor({ css: '.say.bad' });
      return {
        page,
        async end() {
          await lose(page, 0);
          await end?.();
        },
      };
    },
  },
];
