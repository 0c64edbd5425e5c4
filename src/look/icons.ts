/** A sheet of paper with a folded corner, a page that lies down, a tray, a ring: what several icons begin with. */
const FRAME = 'M4.25 3.75h11.5a1 1 0 0 1 1 1v10.5a1 1 0 0 1-1 1H4.25a1 1 0 0 1-1-1V4.75a1 1 0 0 1 1-1Z';
const TRAY = 'M3.25 12.5v3.25a1.5 1.5 0 0 0 1.5 1.5h10.5a1.5 1.5 0 0 0 1.5-1.5V12.5';
const RING = 'M10 2.5a7.5 7.5 0 1 1 0 15a7.5 7.5 0 0 1 0-15Z';
const knot = (x: number, y: number): string => `M${x} ${y - 1.75}a1.75 1.75 0 1 1 0 3.5a1.75 1.75 0 0 1 0-3.5Z`;

/**
 * The icons, each one line on a grid of 20, drawn with round ends in the width that the style sheet gives to all. Verdicts
 * differ in what they show, not only in colour. Two more signs stand so often that the sheet draws them by itself: the
 * corner of a fold and the arrow of a link that leads outside.
 */
export const ICONS = {
  pass: `${RING}M6.5 10.25l2.5 2.5 4.5-5`,
  gaps: 'M6.83 3.2a7.5 7.5 0 0 0 0 13.6M13.17 3.2a7.5 7.5 0 0 1 0 13.6M6.75 10h6.5',
  fail: `${RING}M7.25 7.25l5.5 5.5M12.75 7.25l-5.5 5.5`,
  before: 'M12.25 4.5L6.75 10l5.5 5.5',
  next: 'M7.75 4.5L13.25 10l-5.5 5.5',
  search: 'M8.5 3.25a5.25 5.25 0 1 1 0 10.5a5.25 5.25 0 0 1 0-10.5ZM12.4 12.4L17 17',
  copy: 'M7.75 6.75h8a1 1 0 0 1 1 1v8a1 1 0 0 1-1 1h-8a1 1 0 0 1-1-1v-8a1 1 0 0 1 1-1ZM3.25 12.75v-8.5a1 1 0 0 1 1-1h8.5',
  done: 'M4.25 10.5l3.75 3.75 7.75-8.5',
  link: 'M8.25 11.75l3.5-3.5M9.25 6l1.25-1.25a3.35 3.35 0 0 1 4.75 4.75L14 10.75M10.75 14l-1.25 1.25a3.35 3.35 0 0 1-4.75-4.75L6 9.25',
  export: `${TRAY}M10 12.5V3M6.25 6.5L10 2.75l3.75 3.75`,
  import: `${TRAY}M10 2.75v9.5M6.25 8.75L10 12.5l3.75-3.75`,
  restore: 'M5.1 5.75a6.5 6.5 0 1 1-1.6 4.25M4.75 2.5v3.5h3.5',
  verify: 'M10 2.5l6 2.25v4.5c0 3.75-2.5 6.5-6 8.25c-3.5-1.75-6-4.5-6-8.25v-4.5ZM7.25 9.75l2 2 3.5-4',
  delete: 'M3.5 5.5h13M7.75 5.5V3.25h4.5V5.5M5 5.5l.75 11.25h8.5L15 5.5M8.4 8.75v4.75M11.6 8.75v4.75',
  keys: 'M3.5 5.25h13a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1ZM6 8.5h.01M10 8.5h.01M14 8.5h.01M7 11.5h6',
  branch: `${knot(6, 4.5)}${knot(6, 15.5)}${knot(14, 4.5)}M6 6.25v7.5M6 11.5h2.75a5.25 5.25 0 0 0 5.25-5.25`,
  file: 'M6 2.75h5.25L15 6.5v9.75a1 1 0 0 1-1 1H6a1 1 0 0 1-1-1V3.75a1 1 0 0 1 1-1ZM11 3v3.75h3.75',
  image: `${FRAME}M3.5 13.5l3.75-3.75 3.5 3.5 2-2 3.75 3.5M12.75 7.25h.01`,
  sound: 'M4 8.75v2.5M7 6v8M10 3.5v13M13 6.5v7M16 8.75v2.5',
  film: `${FRAME}M8.5 7.25v5.5l4.25-2.75Z`,
} as const;

export type IconName = keyof typeof ICONS;

/** The icon of a file by its media type, where one is known. */
export function fileIcon(mime: string | null): IconName {
  const kind = mime?.split('/')[0]?.toLowerCase();
  if (kind === 'image') return 'image';
  if (kind === 'audio') return 'sound';
  return kind === 'video' ? 'film' : 'file';
}
