import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './temporary';

/*
 * An extension of a few lines, to prove the harness itself: with `activeTab` and `scripting` and no host at all. Its
 * page can be asked to read a tab, to start a download and to speak to the background.
 */
const MANIFEST = {
  manifest_version: 3,
  name: 'Probe',
  version: '1.0',
  permissions: ['activeTab', 'scripting', 'downloads', 'storage'],
  optional_host_permissions: ['https://chatgpt.com/*'],
  action: { default_area: 'navbar' },
  background: { service_worker: 'background.js', scripts: ['background.js'] },
  browser_specific_settings: { gecko: { id: 'probe@valise.invalid', strict_min_version: '140.0' } },
};

/**
 * Reads every tab it can: only the one whose press has granted it. Chromium tells a tab's own process of the grant some
 * milliseconds after it tells the background of the press, and refuses a script that comes between.
 */
const BACKGROUND = `
globalThis.browser ??= chrome;
const born = Math.random();
let pressed = null;
const titleOf = async ({ id }) => {
  const [{ result }] = await browser.scripting.executeScript({ target: { tabId: id }, func: () => document.title });
  return { tab: id, title: result };
};
const soon = async (work, tries = 200) => {
  try {
    return await work();
  } catch (error) {
    if (tries === 1) throw error;
    await new Promise((resolve) => setTimeout(resolve, 25));
    return soon(work, tries - 1);
  }
};
browser.runtime.onMessage.addListener((ask, sender, answer) => {
  answer({ born, pressed });
});
browser.action.onClicked.addListener(async (tab) => {
  const own = await soon(() => titleOf(tab));
  const others = (await browser.tabs.query({})).filter(({ id }) => id !== tab.id);
  const read = await Promise.allSettled(others.map(titleOf));
  pressed = { ...own, others: read.flatMap(({ status, value }) => status === 'fulfilled' ? [value] : []) };
});
browser.runtime.onInstalled.addListener(async ({ reason }) => {
  const { installed = [] } = await browser.storage.local.get('installed');
  await browser.storage.local.set({ installed: [...installed, reason] });
});
`;

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Probe</title>
<h1>Probe</h1><label>Name <input id="name"></label><input type="file" hidden id="file">
<button id="download">Download</button><button id="ask">Ask for the site</button><output id="said"></output>
<script src="probe.js"></script></html>`;

const SCRIPT = `
globalThis.browser ??= chrome;
const said = document.querySelector('#said');
document.querySelector('#download').addEventListener('click', async () => {
  const url = URL.createObjectURL(new Blob(['bytes of the probe'], { type: 'text/plain' }));
  await browser.downloads.download({ url, filename: 'valise/' + document.querySelector('#name').value + '.txt' });
});
document.querySelector('#ask').addEventListener('click', async () => {
  said.textContent = 'granted: ' + (await browser.permissions.request({ origins: ['https://chatgpt.com/*'] }));
});
document.querySelector('#file').addEventListener('change', async ({ target }) => {
  said.textContent = 'file: ' + (await target.files[0].text());
});
`;

/** Writes the probe into a folder of its own and gives its path. */
export function probeExtension(): string {
  const folder = join(temporaryFolder('probe'), 'probe');
  mkdirSync(folder);
  const files = { 'background.js': BACKGROUND, 'probe.html': PAGE, 'probe.js': SCRIPT };
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}
