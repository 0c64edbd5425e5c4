/** Runs in the page: the person picks a folder, for which one of the browser's own stands. */
export function pickOwn(): void {
  Object.assign(window, {
    showDirectoryPicker: async () =>
      (await navigator.storage.getDirectory()).getDirectoryHandle('picked', { create: true }),
  });
}

/** Runs in a page: somebody deletes what lies in it. */
export async function removePicked(): Promise<void> {
  const picked = await (await navigator.storage.getDirectory()).getDirectoryHandle('picked');
  for await (const name of picked.keys()) await picked.removeEntry(name, { recursive: true });
}

/** Runs in the page. */
export function choose(id: string, value: string): void {
  const field = document.getElementById(id) as HTMLSelectElement;
  field.value = value;
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Runs in the page: what lies in that folder, by name. */
export async function filesInPicked(): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const walk = async (below: FileSystemDirectoryHandle): Promise<void> => {
    for await (const [name, each] of below.entries()) {
      if (each instanceof FileSystemDirectoryHandle) await walk(each);
      else {
        const file = await (each as FileSystemFileHandle).getFile();
        const bytes = new Uint8Array(await file.arrayBuffer());
        let text = '';
        for (let n = 0; n < bytes.length; n += 8192) text += String.fromCharCode(...bytes.subarray(n, n + 8192));
        found[name] = btoa(text);
      }
    }
  };
  await walk(await (await navigator.storage.getDirectory()).getDirectoryHandle('picked'));
  return found;
}
