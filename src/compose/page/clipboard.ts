import { windowOf } from './dom';

/** What is carried into an editor: texts by their type, and files. */
export interface Carried {
  readonly texts?: Readonly<Record<string, string>>;
  readonly files?: readonly File[];
}

/** The carrier of texts and files, made by the window in which the element lives. */
export function carrierFor(element: HTMLElement, { texts = {}, files = [] }: Carried): DataTransfer {
  const carrier = new (windowOf(element).DataTransfer)();
  for (const [type, text] of Object.entries(texts)) carrier.setData(type, text);
  for (const file of files) carrier.items.add(file);
  return carrier;
}

/** Tells an editor that something is pasted. True: it took the matter into its own hands. */
export function paste(element: HTMLElement, carried: Carried): boolean {
  const { ClipboardEvent } = windowOf(element);
  const clipboardData = carrierFor(element, carried);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true, composed: true });
  // a browser may give the event an empty carrier of its own
  if (event.clipboardData !== clipboardData) Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  return !element.dispatchEvent(event);
}

/** Tells an element that files are dropped on it, as a person does by hand. True: it took them. */
export function drop(element: HTMLElement, files: readonly File[]): boolean {
  const { DragEvent } = windowOf(element);
  const dataTransfer = carrierFor(element, { files });
  const tell = (type: string): boolean => {
    const event = new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true, composed: true });
    if (event.dataTransfer !== dataTransfer) Object.defineProperty(event, 'dataTransfer', { value: dataTransfer });
    return !element.dispatchEvent(event);
  };
  tell('dragenter');
  tell('dragover');
  return tell('drop');
}
