import { expect, it } from 'vitest';
import { compareVersions, findPackageObstacle, findSpaceObstacle, getPackagePlatform } from './upgrade-check.ts';

it('versions are compared by number, and a preview comes before its release', () => {
  const sorted = ['0.9.0', '0.10.0-rc.2', '0.10.0-rc.10', '0.10.0', '0.10.1', '1.0.0'];
  expect(sorted.toReversed().toSorted(compareVersions)).toEqual(sorted);
  expect(compareVersions('1.2.3', '1.2.3')).toBe(0);
});

it('a package for another system or processor, and an older one, are refused in one sentence', () => {
  const machine = getPackagePlatform('linux', 'x64');
  const check = (platform: string, version: string): string | null => findPackageObstacle({ platform, version }, machine, '1.2.0');
  expect(check('linux-x64', '1.3.0')).toBe(null);
  expect(check('linux-x64', '1.2.0')).toBe(null);
  expect(check('win-x64', '1.3.0')).toBe('the package is for win-x64, and this machine is linux-x64');
  expect(findPackageObstacle({ platform: 'linux-x64', version: '1.3.0' }, getPackagePlatform('linux', 'arm64'), '1.2.0')).toBe(
    'the package is for linux-x64, and this machine is linux-arm64',
  );
  expect(getPackagePlatform('win32', 'x64')).toBe('win-x64');
  expect(check('linux-x64', '1.1.9')).toContain('version 1.1.9, older than the installed 1.2.0');
});

it('the space for program and backup is added up for each disk', async () => {
  const needs = [
    { folder: '/opt', bytes: 300e6 },
    { folder: '/opt/backups', bytes: 500e6 },
    { folder: '/data', bytes: 100e6 },
  ];
  const read = (optBytes: number) => async (folder: string) =>
    folder.startsWith('/opt') ? { disk: 1, freeBytes: optBytes } : { disk: 2, freeBytes: 100e6 };
  expect(await findSpaceObstacle(needs, read(800e6))).toBe(null);
  expect(await findSpaceObstacle(needs, read(799e6))).toBe('the disk of /opt has 799 MB free, and the upgrade needs 800 MB');
});
