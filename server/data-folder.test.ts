import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { expect, it } from 'vitest';
import { createDataFolder } from '../tests/fixtures/data-folder.ts';
import { openDataFolder } from './data-folder.ts';
import { createSchoolStore } from './features/people/school/school-store.ts';

const logger = { warn: () => undefined, error: () => undefined };
const nowMs = Date.UTC(2026, 10, 27);
const open = (folder: string) => openDataFolder(folder, nowMs, logger);
const school = { website: 'demo', title: '甲学院', record: '', config: {} };

/** Creates a data folder that a server has used before, with one school. */
async function usedFolder(): Promise<string> {
  const folder = createDataFolder();
  const opened = await open(folder);
  await createSchoolStore(opened.db).add(school, nowMs);
  await opened.close();
  return folder;
}
const forget = (folder: string): void => {
  const modules = new Sqlite(join(folder, 'wenkao.db'));
  modules.exec('DELETE FROM server_identity');
  modules.close();
  const log = new Sqlite(join(folder, 'log.db'));
  log.exec("DELETE FROM log_meta WHERE key = 'keyId'");
  log.close();
};

it('a folder opened again has the keys it was made with', async () => {
  const folder = await usedFolder();
  const before = readFileSync(join(folder, 'keys.json'), 'utf8');
  const reopenedFolder = await open(folder);
  expect(before).toContain(reopenedFolder.keys.keyId);
  await reopenedFolder.close();
  expect(readFileSync(join(folder, 'keys.json'), 'utf8')).toBe(before);
});

it('a data folder without its keys is refused, gets no new keys, and opens once they are back', async () => {
  const folder = await usedFolder();
  const keys = join(folder, 'keys.json');
  renameSync(keys, `${keys}.backup`);
  await expect(open(folder)).rejects.toThrow(/keys\.json is missing and wenkao\.db can't be used without it: restore .* from a backup/);
  expect(existsSync(keys)).toBe(false);
  // After the refused start the folder must not be locked.
  copyFileSync(`${keys}.backup`, keys);
  await (await open(folder)).close();
});

it('a database with other keys is not opened', async () => {
  const [folder, other] = [await usedFolder(), await usedFolder()];
  copyFileSync(join(other, 'keys.json'), join(folder, 'keys.json'));
  await expect(open(folder)).rejects.toThrow(
    /holds the keys \S+ and wenkao\.db was made with the keys \S+: restore the keys\.json of this database/,
  );
});

it('an answer log is not opened without its keys or with the keys of another server', async () => {
  const [folder, other] = [await usedFolder(), await usedFolder()];
  for (const file of ['keys.json', 'wenkao.db']) rmSync(join(folder, file));
  await expect(open(folder)).rejects.toThrow(/keys\.json is missing and log\.db can't be used without it/);
  for (const file of ['keys.json', 'wenkao.db']) copyFileSync(join(other, file), join(folder, file));
  await expect(open(folder)).rejects.toThrow(/holds the keys \S+ and log\.db was made with the keys/);
});

it('a database without a key id records it at the first start with keys, and is refused without keys', async () => {
  const [folder, other] = [await usedFolder(), await usedFolder()];
  forget(folder);
  renameSync(join(folder, 'keys.json'), join(folder, 'kept.json'));
  await expect(open(folder)).rejects.toThrow(/keys\.json is missing and wenkao\.db can't be used/);
  renameSync(join(folder, 'kept.json'), join(folder, 'keys.json'));
  await (await open(folder)).close();
  copyFileSync(join(other, 'keys.json'), join(folder, 'keys.json'));
  await expect(open(folder)).rejects.toThrow(/was made with the keys/);
});
