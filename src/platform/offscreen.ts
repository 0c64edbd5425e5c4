import { chromiumOffscreen } from './browser';

const PAGE = 'offscreen.html';

/** Opens the document, or leaves the one there is. It outlives the background. */
export async function openOffscreen(): Promise<void> {
  const offscreen = chromiumOffscreen();
  if (!offscreen) return;
  try {
    await offscreen.createDocument({
      url: PAGE,
      reasons: ['BLOBS'],
      justification: 'Packs the chosen sessions into an archive and hands it to the downloads.',
    });
  } catch (error) {
    // There may be only one, and asking first would race: a second is refused, and that is what was wanted.
    if (!(await offscreen.hasDocument?.())) throw error;
  }
}

/** Closes the document, if there is one. */
export async function closeOffscreen(): Promise<void> {
  const offscreen = chromiumOffscreen();
  if (await offscreen?.hasDocument?.()) await offscreen?.closeDocument();
}
