import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archivePackage } from '../packaging/archive-package.ts';
import { findFreeFolder, readProgramPackage, unpackPackage } from './package-file.ts';
import { writePackageList } from './package-listing.ts';

const folder = mkdtempSync(join(tmpdir(), 'wenkao-upgrade-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
/** A path longer than the name field of a tar header. */
const deepFile = `node_modules/${'a-long-name/'.repeat(9)}index.js`;

/** Makes the folder of a small package and returns it. */
function stage(name: string, version: string, platform: string): string {
  const staged = join(folder, `staged-${platform}`, name);
  const files = {
    'package.json': JSON.stringify({ name: 'wenkao', version, platform }),
    'server/main.ts': 'start();',
    [deepFile]: 'deep',
    empty: '',
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(staged, path)), { recursive: true });
    writeFileSync(join(staged, path), text);
  }
  writeFileSync(join(staged, 'wenkao'), '#!/bin/sh\n', { mode: 0o755 });
  return staged;
}

/** Packs a folder with its old list of files (`package-files.json`), even if files have changed since. */
function pack(staged: string, file: string): string {
  execFileSync('tar', ['-czf', file, '--format=ustar', '-C', dirname(staged), 'wenkao-1.2.0-linux-x64']);
  return file;
}

describe('a package file', () => {
  let linux: string;
  let staged: string;
  beforeAll(async () => {
    staged = stage('wenkao-1.2.0-linux-x64', '1.2.0', 'linux-x64');
    linux = await archivePackage(staged, 'linux-x64', folder);
  });
  const damaged = (name: string, change: (bytes: Buffer) => Buffer, from = linux): string => {
    const file = join(folder, name);
    writeFileSync(file, change(readFileSync(from)));
    return file;
  };

  it('is unpacked readable for other users, with the settings of the old folder', () => {
    const programPackage = readProgramPackage(linux);
    expect(programPackage).toMatchObject({ name: 'wenkao-1.2.0-linux-x64', version: '1.2.0', platform: 'linux-x64' });
    const settings = join(folder, 'settings.env');
    writeFileSync(settings, 'PORT=443\n', { mode: 0o640 });
    const into = join(folder, 'opt', programPackage.name);
    mkdirSync(dirname(into));
    const mask = process.umask(0o077);
    unpackPackage(programPackage, into, settings);
    process.umask(mask);
    expect(readFileSync(join(into, deepFile), 'utf8')).toBe('deep');
    expect(readFileSync(join(into, 'empty'), 'utf8')).toBe('');
    expect(readFileSync(join(into, 'settings.env'), 'utf8')).toBe('PORT=443\n');
    const modes = ['', 'wenkao', 'server', 'server/main.ts', 'settings.env'].map((path) => statSync(join(into, path)).mode & 0o777);
    expect(modes).toEqual([0o755, 0o755, 0o755, 0o644, 0o640]);
    expect(readdirSync(dirname(into))).toEqual([programPackage.name]);
  });

  it('for Windows is a zip', async () => {
    const file = await archivePackage(stage('wenkao-1.2.0-win-x64', '1.2.0', 'win-x64'), 'win-x64', folder);
    expect(readProgramPackage(file)).toMatchObject({ name: 'wenkao-1.2.0-win-x64', platform: 'win-x64' });
    const cut = damaged('cut.zip', (bytes) => bytes.subarray(0, bytes.length - 40), file);
    expect(() => readProgramPackage(cut)).toThrow('the package cut.zip is damaged or incomplete');
  });

  it('is refused in one sentence if it is missing or no package', () => {
    const other = join(folder, 'photo.tar.gz');
    writeFileSync(other, 'no archive');
    execFileSync('tar', ['-czf', join(folder, 'other.tar.gz'), '-C', folder, 'photo.tar.gz']);
    expect(() => readProgramPackage(join(folder, 'nowhere.tar.gz'))).toThrow(`there is no file ${join(folder, 'nowhere.tar.gz')}`);
    expect(() => readProgramPackage(folder)).toThrow('there is no file');
    expect(() => readProgramPackage(other)).toThrow('photo.tar.gz is not a Wenkao package');
    expect(() => readProgramPackage(join(folder, 'other.tar.gz'))).toThrow('other.tar.gz is not a Wenkao package');
  });

  it('is refused if its copy was cut off at any place, or a byte changed', () => {
    for (const part of [0.2, 0.5, 0.9, 0.99]) {
      const cut = damaged('cut.tar.gz', (bytes) => bytes.subarray(0, Math.floor(bytes.length * part)));
      expect(() => readProgramPackage(cut), String(part)).toThrow('the package cut.tar.gz is damaged or incomplete');
    }
    const changed = damaged('changed.tar.gz', (bytes) => {
      bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
      return bytes;
    });
    expect(() => readProgramPackage(changed)).toThrow('copy it to this machine again');
  });

  it('is refused if its files are not those of its list', async () => {
    await writePackageList(staged);
    const main = join(staged, 'server', 'main.ts');
    writeFileSync(main, 'other();');
    expect(() => readProgramPackage(pack(staged, join(folder, 'a.tar.gz')))).toThrow('(server/main.ts is not as it was written)');
    rmSync(main);
    expect(() => readProgramPackage(pack(staged, join(folder, 'b.tar.gz')))).toThrow('(server/main.ts is missing)');
    writeFileSync(main, 'start();');
    writeFileSync(join(staged, 'more'), '');
    expect(() => readProgramPackage(pack(staged, join(folder, 'c.tar.gz')))).toThrow('(more is not in the list of its files)');
    rmSync(join(staged, 'package-files.json'));
    expect(() => readProgramPackage(pack(staged, join(folder, 'd.tar.gz')))).toThrow('(package-files.json is missing or damaged)');
  });

  it('is unpacked into a free folder only, and leaves nothing behind after a failure', () => {
    const parent = join(folder, 'full');
    mkdirSync(join(parent, 'wenkao-1'), { recursive: true });
    mkdirSync(join(parent, 'wenkao-1-2'));
    expect(findFreeFolder(parent, 'wenkao-1')).toBe(join(parent, 'wenkao-1-3'));
    const files = ['a', 'a/b'].map((path) => ({ path, bytes: Buffer.alloc(1), isExecutable: false }));
    expect(() => unpackPackage({ files }, join(parent, 'wenkao-2'), null)).toThrow();
    expect(readdirSync(parent)).toEqual(['wenkao-1', 'wenkao-1-2']);
    expect(existsSync(join(parent, 'wenkao-2'))).toBe(false);
  });
});
