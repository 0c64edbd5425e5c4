import { type PickedFolder, pickedFolder } from '../../platform/picked-folder';
import type { Database } from '../../store/database';
import { readFolder } from '../../store/folder';

/** The folder that the person picked, or null. */
export async function pickedIn(db: Database): Promise<PickedFolder | null> {
  const { picked } = await readFolder(db);
  return picked && pickedFolder(picked.handle);
}
