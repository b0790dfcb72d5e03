import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDataFolder } from '../../../../tests/fixtures/data-folder.ts';
import { openTestDatabase } from '../../../../tests/fixtures/postgres/test-database.ts';
import { createFolderStore } from '../../../object-store/folder-store.ts';
import { warnOfMissingFiles } from './missing-files.ts';
import { createUploadStore } from './upload-store.ts';

it('warnOfMissingFiles warns if the newest uploads of the database are missing in the store', async () => {
  const { db } = await openTestDatabase(':memory:', 0);
  const objects = createFolderStore(join(createDataFolder(), 'uploads'));
  const logged: object[] = [];
  const look = () => warnOfMissingFiles({ db, objects, logger: { warn: (fields, message) => void logged.push({ ...fields, message }) } });
  await look();
  const names = [1, 2, 3].map((n) => `${String(n).padStart(32, '0')}.png`);
  for (const [at, name] of names.entries()) {
    await objects.put(name, Buffer.from('x'));
    const file = { name, schoolId: 1, userId: 1, kind: 'png', sizeBytes: 1, sha256: Buffer.alloc(32), originalName: 'a.png' } as const;
    await createUploadStore(db).add(file, at);
  }
  await look();
  expect(logged).toEqual([]);
  await objects.delete(names[0] ?? '');
  await objects.delete(names[2] ?? '');
  await look();
  expect(logged).toEqual([
    { missing: 2, of: 3, first: names[2], message: expect.stringMatching(/^files of the newest uploads are missing/) },
  ]);
});
