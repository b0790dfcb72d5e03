import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

it('29.5: npm start keeps compiled code in the data folder, which only the server may enter', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } };
  const preload = scripts.start.split(' ').filter((word, at, words) => word === '--import' || words[at - 1] === '--import');
  const folder = mkdtempSync(join(tmpdir(), 'wenkao-cache-'));
  try {
    const print = "process.stdout.write(String(process.getBuiltinModule('node:module').getCompileCacheDir()))";
    const run = (env: Record<string, string>): string =>
      execFileSync(process.execPath, [...preload, '--eval', print], {
        cwd: root,
        env: { WENKAO_DATA: join(folder, 'data'), ...env },
        encoding: 'utf8',
      });
    expect(run({})).toContain(join(folder, 'data', 'compile-cache'));
    expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700);
    expect(run({ NODE_V8_COVERAGE: join(folder, 'coverage') })).toBe('undefined');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
