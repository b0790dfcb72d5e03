import type { DeviceDatabase } from '../database/database.ts';
import { guardStorage } from '../database/storage-fault.ts';

const getOrCreateId = (db: DeviceDatabase, key: string, newId: () => string): Promise<string> =>
  guardStorage(() =>
    db.transaction('rw', db.settings, async () => {
      const storedRow = await db.settings.get(key);
      if (storedRow) return storedRow.value;
      const value = newId();
      await db.settings.add({ key, value });
      return value;
    }),
  );

/**
 * Returns the device id that staff see when they set up a room. It is only a label: exam-room disks are often cloned, and then several PCs have
 * the same id.
 */
export const getDeviceId = (db: DeviceDatabase, newId: () => string): Promise<string> => getOrCreateId(db, 'deviceId', newId);

/**
 * Returns the id of this device for one exam, so that the server does not take a second tab for another PC. It is created when the seat is first
 * requested. A PC reset by its restore card, or a clone of its disk, must not pass for the PC that holds the answers: a hand-in there would leave
 * them out.
 */
export const getSeatDeviceId = (db: DeviceDatabase, planId: number, newId: () => string): Promise<string> =>
  getOrCreateId(db, `seatDeviceId/${planId}`, newId);
