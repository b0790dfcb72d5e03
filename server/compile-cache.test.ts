import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
const preload = scripts.start.split(' ').filter((word, at, words) => word === '--import' || words[at - 1] === '--import');
const print = "process.stdout.write(String(process.getBuiltinModule('node:module').getCompileCacheDir()))";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wenkao-cache-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the folder in which a program that starts as `npm start` does caches compiled code, or the text "undefined" if it caches none. */
const findCompileCache = (env: Record<string, string>): string =>
  execFileSync(process.execPath, [...preload, '--eval', print], {
    cwd: root,
    env: { WENKAO_DATA: join(folder, 'data'), ...env },
    encoding: 'utf8',
  });

it('npm start keeps compiled code in a data folder that a server has used', () => {
  mkdirSync(join(folder, 'data'));
  writeFileSync(join(folder, 'data', 'server.lock'), '');
  expect(findCompileCache({})).toContain(join(folder, 'data', 'compile-cache'));
  expect(findCompileCache({ NODE_V8_COVERAGE: join(folder, 'coverage') })).toBe('undefined');
});

it('npm start writes no compiled code into another folder', () => {
  expect(findCompileCache({})).toBe('undefined');
  mkdirSync(join(folder, 'data'));
  expect(findCompileCache({})).toBe('undefined');
  expect(readdirSync(join(folder, 'data'))).toEqual([]);
});
