import type { Page } from '../harness/browser';
import {
  focus,
  key,
  listedPage,
  lose,
  loseLog,
  nearlyFull,
  noLonger,
  packing,
  putJob,
  settled,
  troubledFolder,
  unfold,
} from './by-hand';
import { COLOURS, COPY, fill, PASSAGE, TIDES } from './library-rows';
import type { Shown, Stage, State } from './state';

export const library = (name: string, open: State['open']): State => ({ page: 'library', name, open });

/** The library, at a place, with its list shown. */
export async function at({ browser }: Stage, place = ''): Promise<Page> {
  const page = await browser.extensionPage(`library.html${place}`);
  await page.waitFor({ css: '.sessions .item' });
  return page;
}

/** A session open in it. */
async function reading(stage: Stage, session: string): Promise<Page> {
  const page = await at(stage, `#${session}`);
  await page.waitFor({ css: '.branch .event' });
  await settled(page);
  return page;
}

const SEARCH = '#library-search';

/** Without a session in it, and then with several. */
export const emptyStates: readonly State[] = [
  library('empty', async ({ browser, say }) => {
    const page = await browser.extensionPage('library.html');
    await page.waitFor({ text: say('library_empty') });
    return { page };
  }),
];

export const listStates: readonly State[] = [
  library('list', async (stage) => {
    await fill(stage.browser);
    const page = await at(stage);
    await page.waitFor({ css: '.branch .event' });
    await settled(page);
    return { page };
  }),
  library('search', async (stage) => {
    const page = await at(stage);
    await page.fill({ css: SEARCH }, 'draught');
    await page.waitFor({ text: stage.say('search_done', 2) });
    await settled(page);
    return { page };
  }),
  library('none-found', async (stage) => {
    const page = await at(stage);
    await page.fill({ css: SEARCH }, 'nowhere at all');
    await page.waitFor({ text: stage.say('library_none_found') });
    return { page };
  }),
  library('filters', async (stage) => {
    const page = await at(stage);
    await key(page, '.filters summary', 'Space');
    await page.waitFor({ css: '.filters select' });
    await page.evaluate(() => {
      const site = document.querySelector('select');
      if (site) site.value = 'claude';
      site?.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await page.waitUntil('the filter', () => location.search === '?site=claude');
    await page.waitFor({ css: '.filters .row button' });
    return { page };
  }),
  library('none-listed', async (stage) => {
    const page = await stage.browser.extensionPage('library.html?from=2040-01-01');
    await page.waitFor({ text: stage.say('library_none_listed') });
    return { page };
  }),
  library('selected', async (stage) => {
    const page = await at(stage);
    for (const nth of [1, 3]) await key(page, `.sessions .item:nth-child(${nth + 1}) input`, 'Space');
    await page.waitFor({ text: stage.say('library_selected', 2) });
    return { page };
  }),
  library('delete', async (stage) => {
    const page = await reading(stage, PASSAGE);
    const opener = '.session > header button:last-child';
    await key(page, opener, 'Enter');
    await page.waitFor({ css: 'dialog button.danger:enabled' });
    return { page, opener };
  }),
  library('gone', async (stage) => {
    const page = await at(stage, '#00000000-0000-4000-8000-000000000000');
    await page.waitFor({ text: stage.say('library_gone') });
    return { page };
  }),
];

export const readerStates: readonly State[] = [
  library('reader', async (stage) => ({ page: await reading(stage, TIDES) })),
  library('prose', async (stage) => ({ page: await reading(stage, PASSAGE) })),
  library('copy', async (stage) => ({ page: await reading(stage, COPY) })),
  library('folds', async (stage) => {
    const page = await reading(stage, TIDES);
    await unfold(page, '.session');
    return { page };
  }),
  library('noted', async (stage) => {
    const page = await reading(stage, COLOURS);
    await key(page, '.notes input[type=checkbox]', 'Space');
    await key(page, '.notes summary', 'Enter');
    await page.fill({ css: '.notes input[type=text]' }, 'paint, summer');
    await page.press('Tab');
    await page.waitUntil('the tags', () => document.querySelectorAll('.sessions .tags .badge').length === 3);
    return { page };
  }),
  library('tree', async (stage) => {
    const page = await reading(stage, COLOURS);
    const fold = await page.evaluate(() => {
      const folds = [...document.querySelectorAll('.session > details > summary')];
      return folds.length;
    });
    await key(page, `.session > details:nth-of-type(${fold}) > summary`, 'Enter');
    await page.waitFor({ css: '.tree svg' });
    return { page };
  }),
  library('find', async (stage) => {
    const page = await reading(stage, TIDES);
    await page.fill({ css: '#find' }, 'harbour');
    await page.press('Enter');
    await page.waitUntil('what is found', () => (CSS.highlights.get('found-now')?.size ?? 0) > 0);
    return { page };
  }),
  library('aimed', async (stage) => {
    const page = await at(stage, `#${TIDES}/V-0010`);
    await page.waitFor({ css: 'a.number.aimed' });
    await settled(page);
    return { page };
  }),
  library('keys', async (stage) => {
    const page = await reading(stage, TIDES);
    const opener = '.bar button[aria-keyshortcuts]';
    await key(page, opener, 'Enter');
    await page.waitFor({ css: 'dialog .keys' });
    return { page, opener };
  }),
];

/** The views that are about no session, and the files of one. The journal has lines of what was done before. */
export const viewStates: readonly State[] = [
  library('files', async (stage) => {
    const page = await at(stage, `#${TIDES}/files`);
    await page.waitFor({ css: '#files[open] .file' });
    await settled(page);
    return { page };
  }),
  library('settings', async ({ browser }) => {
    const before = await browser.extensionPage('library.html');
    await troubledFolder(before);
    await before.close();
    const page = await browser.extensionPage('library.html#settings');
    await page.waitFor({ css: '.folder [role=alert] button' });
    return { page };
  }),
  library('everything', async ({ browser }) => ({ page: await listedPage(browser) })),
  library('journal', async ({ browser }) => {
    const page = await browser.extensionPage('library.html#journal');
    await page.waitFor({ css: '.journal li' });
    return { page };
  }),
  library('backup', async ({ browser, say }) => {
    const page = await browser.extensionPage('library.html#backup');
    await page.waitFor({ text: say('backup_never') });
    return { page };
  }),
  library('storage', async ({ browser }) => {
    const page = await browser.extensionPage('library.html#storage');
    await page.waitFor({ css: '.usage td' });
    return { page };
  }),
];

export const workStates: readonly State[] = [
  library('exporting', async (stage) => {
    const job = packing([TIDES]);
    const before = await at(stage);
    await putJob(before, job);
    await before.close();
    const page = await at(stage);
    await page.waitFor({ css: '.jobs progress' });
    return { page, end: () => putJob(page, noLonger(job)) };
  }),
  library('exported', async (stage) => {
    const page = await reading(stage, COLOURS);
    await key(page, '.session > header .main', 'Enter');
    await page.waitFor({ css: '.jobs > p.say' }, { within: 60_000 });
    return { page };
  }),
];

/** What a file that is given to the library leads to. */
const given = (name: string, purpose: Purpose, file: keyof Stage['archives'], css: string): State =>
  library(name, async (stage) => {
    const page = await at(stage);
    const opener = `button:has(+ #${purpose}-file)`;
    await focus(page, opener);
    await page.choose({ css: `#${purpose}-file` }, stage.archives[file]);
    await page.waitFor({ css });
    return { page, opener };
  });

type Purpose = 'import' | 'restore' | 'verify';

export const fileStates: readonly State[] = [
  library('drop', async (stage) => {
    const page = await at(stage);
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['PK'], 'archive.zip'));
      document.body.dispatchEvent(new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer }));
    });
    await page.waitFor({ css: '.dropping' });
    return { page };
  }),
  given('verify-sound', 'verify', 'sound', 'dialog .say:not(.careful, .bad)'),
  given('verify-refused', 'verify', 'refused', 'dialog .say.bad'),
  given('import-refused', 'import', 'refused', 'dialog .say.bad'),
  given('import-damaged', 'import', 'damaged', 'dialog .flaws'),
  given('restore', 'restore', 'sound', 'dialog button.main'),
  library('imported', async (stage) => {
    const page = await at(stage);
    await page.choose({ css: '#import-file' }, stage.archives.sound);
    await page.waitFor({ css: '.news > p.say.good' }, { within: 60_000 });
    await page.waitFor({ css: '.branch .event' });
    await settled(page);
    return { page };
  }),
];

/** What goes wrong around the library. The last of them leaves it unusable. */
export const troubleStates: readonly State[] = [
  library('lost', async (stage) => {
    const page = await at(stage);
    await lose(page, 3);
    await page.waitFor({ css: '.news div.say.bad button' });
    return { page, end: () => lose(page, 0) };
  }),
  library('low', async (stage) => {
    const page = await reading(stage, COLOURS);
    await nearlyFull(page);
    // what is kept has to change for the browser to be asked again, and room can still be made
    await key(page, '.session > header button:last-child', 'Enter');
    await page.waitFor({ css: 'dialog button.danger:enabled' });
    await key(page, 'dialog button.danger', 'Enter');
    await page.waitFor({ css: '.foot .say.careful' });
    await page.waitUntil('the end of the deletion', () => document.querySelector('dialog') === null);
    await settled(page);
    return { page };
  }),
  library('export-failed', async (stage) => {
    const page = await reading(stage, PASSAGE);
    await loseLog(page, PASSAGE);
    await key(page, '.session > header .main', 'Enter');
    await page.waitFor({ css: '.jobs .say.bad' }, { within: 60_000 });
    return { page };
  }),
  library('replaced', async (stage) => {
    const page = await at(stage);
    // a newer release asks for the database, and then does not change it after all
    await page.evaluate(async () => {
      const asked = indexedDB.open('valise', 1000);
      asked.addEventListener('upgradeneeded', () => asked.transaction?.abort());
      await new Promise((resolve) => asked.addEventListener('error', resolve));
    });
    await page.waitFor({ css: 'main.alone button' });
    return { page };
  }),
  library('blocked', blocked),
];

/** A page of an older release that does not let go of the database, so that it cannot be brought up to date. */
async function blocked({ browser, say }: Stage): Promise<Shown> {
  const older = await browser.extensionPage('manifest.json');
  await older.evaluate(async () => {
    const gone = indexedDB.deleteDatabase('valise');
    await new Promise((resolve) => gone.addEventListener('success', resolve));
    await new Promise((resolve) => indexedDB.open('valise', 1).addEventListener('success', resolve));
  });
  const page = await browser.extensionPage('library.html');
  await page.waitFor({ text: say('job_error_storage_blocked') });
  return { page, end: () => older.close() };
}
