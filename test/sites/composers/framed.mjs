// @ts-nocheck: it plays somebody else's page, written in plain JavaScript.
/* An app whose chat is another document, in a frame of the same origin. */
import { asked, ready } from './page.mjs';

const frame = document.createElement('iframe');
frame.src = `/${asked.get('of')}`;
frame.style.height = '30rem';
frame.addEventListener('load', () => {
  const inner = frame.contentWindow.composer;
  const { documentElement } = frame.contentDocument;
  const watch = setInterval(() => {
    if (!documentElement.dataset.ready) return;
    clearInterval(watch);
    Object.assign(window.composer, { files: inner.files, heard: inner.heard });
    ready(() => inner.text());
  }, 20);
});
document.querySelector('#thread').append(frame);
