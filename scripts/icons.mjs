// Renders assets/icon.svg to the sizes that browsers ask for. Run it by hand after a change of the drawing.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { chromium } from 'playwright-core';
import { ensure, find } from './browsers.mjs';

const SIZES = [16, 32, 48, 128];

ensure(['chromium']);
const svg = readFileSync('assets/icon.svg', 'utf8');
const browser = await chromium.launch({ executablePath: find('chromium') ?? '', headless: true });
const page = await browser.newPage();
for (const size of SIZES) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  writeFileSync(`assets/icon-${size}.png`, await page.screenshot({ omitBackground: true }));
}
await browser.close();
process.stdout.write(`Rendered ${SIZES.join(', ')}.\n`);
