import { PERSONAL, SECRETS } from '../../secrets/values';
import type { Page } from '../harness/browser';
import { key, settled, unfold } from './by-hand';
import { COPY, PASSAGE, TIDES } from './library-rows';
import { library } from './library-states';
import type { Stage, State } from './state';

/** What another assistant gets of a session, all of it looked at. */
async function continuing({ browser }: Stage, session: string): Promise<Page> {
  const page = await browser.extensionPage(`library.html#${session}/continue`);
  await page.waitFor({ css: '.handoff .prose' });
  await settled(page);
  return page;
}

const EDIT = '.continue button[aria-pressed]';
const SOURCE = '#continue-source';
/** Other buttons of the page stand out, too. */
const KEEP = 'section[aria-labelledby="continue-text"] button.main:enabled';

/** Writes into the field, as typing does in the end: thousands of keys would take minutes. */
async function write(page: Page, words: string): Promise<void> {
  await key(page, EDIT, 'Enter');
  await page.waitFor({ css: SOURCE });
  await page.evaluate(
    (css, text) => {
      const field = document.querySelector<HTMLTextAreaElement>(css);
      if (field) field.value = text;
      field?.dispatchEvent(new Event('input', { bubbles: true }));
    },
    SOURCE,
    words,
  );
  await page.waitFor({ css: KEEP });
}

const LEAKY = `# Passage planning\n\nThe key of the tide service is ${SECRETS.github}.\n\n- Ask ${PERSONAL.email} or ${PERSONAL.phone}.\n- The harbour opens at 07:40.`;

/** A session made ready for another assistant. One of them leaves an edited handoff behind. */
export const continueStates: readonly State[] = [
  library('continue', async (stage) => ({ page: await continuing(stage, PASSAGE) })),
  library('continue-copy', async (stage) => ({ page: await continuing(stage, COPY) })),
  library('continue-edit', async (stage) => {
    const page = await continuing(stage, PASSAGE);
    await write(page, LEAKY);
    // it is not asked whether to leave: nothing was typed by a hand
    return { page };
  }),
  library('continue-edited', async (stage) => {
    const page = await continuing(stage, PASSAGE);
    await write(page, LEAKY);
    await key(page, KEEP, 'Enter');
    await page.waitFor({ css: '.secrets mark' });
    await key(page, EDIT, 'Enter');
    await page.waitFor({ css: '.handoff .prose' });
    await settled(page);
    return { page };
  }),
  library('continue-made', async (stage) => {
    const page = await continuing(stage, TIDES);
    await key(page, '.choice > summary', 'Enter');
    await page.waitFor({ css: '.choice .picks' });
    await settled(page);
    await key(page, '.targets > li:nth-child(6) button', 'Enter');
    await page.waitFor({ css: '.targets button.main' });
    await unfold(page, '.targets');
    await page.evaluate(() => document.querySelector('.targets')?.scrollIntoView());
    return { page };
  }),
];
