/** Runs in a page of ours: a shorter quiet than a person can choose, in seconds, before anything else was chosen. */
export async function chooseQuiet(folderQuiet: number): Promise<void> {
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    const asked = indexedDB.open('valise');
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
  await new Promise((resolve, reject) => {
    const settings = db.transaction('settings', 'readwrite').objectStore('settings');
    const put = settings.put({ name: 'settings', value: { folderQuiet } });
    put.onsuccess = resolve;
    put.onerror = reject;
  });
  db.close();
}
