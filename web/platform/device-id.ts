import type { DeviceDatabase } from './database.ts';
import { guarded } from './storage-fault.ts';

/**
 * Names this device to the server, so that a second tab is not taken for another PC. Exam-room disks are cloned images: two
 * PCs may carry the same one, hence nothing but that courtesy may hang on it.
 */
export const deviceId = (db: DeviceDatabase, newId: () => string): Promise<string> =>
  guarded(() =>
    db.transaction('rw', db.settings, async () => {
      const known = await db.settings.get('deviceId');
      if (known) return known.value;
      const value = newId();
      await db.settings.add({ key: 'deviceId', value });
      return value;
    }),
  );
