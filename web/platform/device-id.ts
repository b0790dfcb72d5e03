import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

const kept = (db: DeviceDatabase, key: string, newId: () => string): Promise<string> =>
  guarded(() =>
    db.transaction('rw', db.settings, async () => {
      const known = await db.settings.get(key);
      if (known) return known.value;
      const value = newId();
      await db.settings.add({ key, value });
      return value;
    }),
  );

/** Names this device to whoever sets up a room; a label, for exam-room disks are cloned images and may all carry the same one. */
export const deviceId = (db: DeviceDatabase, newId: () => string): Promise<string> => kept(db, 'deviceId', newId);

/**
 * Names this device to the server at one exam, so that a second tab is not taken for another PC. Made when the seat is first
 * asked for: a PC that its restore card has put back, or another of the same image, must not pass for the one that holds the
 * answers, or a hand-in there would leave them out.
 */
export const seatDeviceId = (db: DeviceDatabase, planId: number, newId: () => string): Promise<string> =>
  kept(db, `seatDeviceId/${planId}`, newId);
