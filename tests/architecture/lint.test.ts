import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/**
 * Rule or compiler error → code that breaks it. `no-floating-promises` shows that rules which need types run. `TS2322` shows that types are checked,
 * which no other step does.
 */
const planted: Record<string, string> = {
  'no-explicit-any': 'export const a: any = 1;',
  'no-default-export': 'export default 1;',
  TS2322: "export const length: number = 'long';",
  'no-floating-promises': 'const later = (): Promise<number> => Promise.resolve(1);\nexport function go(): void {\n  later();\n}',
  'ban-ts-comment': '// @ts-ignore: because\nexport const b: string = 1;',
  'switch-exhaustiveness-check': "export function f(x: 'a' | 'b'): void {\n  switch (x) {\n    case 'a':\n      break;\n  }\n}",
};

describe('oxlint with the project’s configuration', () => {
  let root: string;
  let output: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'wenkao-lint-'));
    cpSync('.oxlintrc.json', join(root, '.oxlintrc.json'));
    writeFileSync(join(root, 'tsconfig.json'), JSON.stringify({ compilerOptions: { strict: true, noEmit: true }, include: ['*.ts'] }));
    for (const [rule, code] of Object.entries(planted)) writeFileSync(join(root, `${rule}.ts`), code);
    const bin = join(process.cwd(), 'node_modules/.bin');
    const run = spawnSync(join(bin, 'oxlint'), ['--format', 'unix'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, OXLINT_TSGOLINT_PATH: join(bin, 'tsgolint') },
    });
    output = run.stdout + run.stderr;
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(Object.keys(planted))('%s reports its planted violation', (rule) => {
    expect(output.split('\n').filter((line) => line.includes(`${rule}.ts`) && line.includes(`(${rule})`))).not.toEqual([]);
  });
});
