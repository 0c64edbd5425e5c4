/** Runs in a page of ours: as if so long had passed that it is tried again. */
export async function restIsOver(): Promise<void> {
  const done = <R>(request: IDBRequest<R>): Promise<R> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const db = await done(indexedDB.open('valise'));
  const settings = db.transaction('settings', 'readwrite').objectStore('settings');
  const { name, value } = await done(settings.get('folder'));
  await done(
    settings.put({
      name,
      value: { ...value, trouble: value?.trouble && { ...value.trouble, until: new Date().toISOString() } },
    }),
  );
  db.close();
}
