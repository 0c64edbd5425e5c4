/** What a saved file is called by its type: never something that a click would run. */
const BINARY = 'application/octet-stream';

/** How long the browser may take until it has begun to write what was saved, in milliseconds. */
const WHILE = 60_000;

/** Saves bytes or words as a file of the browser's downloads. Called from a click. */
export function save(content: Uint8Array<ArrayBuffer> | string, name: string): void {
  const url = URL.createObjectURL(new Blob([content], { type: BINARY }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), WHILE);
}
