import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';

/** Returns the `settings.env` in the folder of an unpacked package or in its parent, or undefined. */
export const findSettingsFile = (root: string): string | undefined =>
  [join(root, 'settings.env'), join(dirname(root), 'settings.env')].find((file) => existsSync(file));

/** Returns the default data folder. It lies beside the program's folder, so that the next version finds it. */
export const getDefaultDataDir = (root: string): string => join(dirname(root), 'wenkao-data');

/** Returns the data folder that a start at boot uses, without the environment variables of a shell. */
export function getDataDirAtBoot(root: string): string {
  const settings = findSettingsFile(root);
  const chosen = settings === undefined ? undefined : parseEnv(readFileSync(settings, 'utf8'))['WENKAO_DATA'];
  return chosen === undefined || chosen === '' ? getDefaultDataDir(root) : chosen;
}
