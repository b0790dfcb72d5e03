import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { domainTiers, forbiddenImports } from './boundary-rules.ts';
import { checkBoundaries } from './boundaries.ts';
import type { RuleViolation } from './rule-violation.ts';

/** Rule → [file, import that breaks it]. */
const planted: Record<string, readonly [path: string, imports: string]> = {
  'no-cycle': ['sync/engine/cycle-a.ts', './cycle-b.ts'],
  'no-orphan': ['sync/engine/orphan.ts', ''],
  'no-unresolvable': ['server/http/lost.ts', './nowhere.ts'],
  'no-unlisted-package': ['server/http/unlisted.ts', 'left-pad'],
  'no-test-in-product': ['server/http/tested.ts', './thing.test.ts'],
  'no-development-package-in-product': ['server/http/developed.ts', 'vitest'],
  'sync-stands-alone': ['sync/engine/alone.ts', '../../web/platform/floor.ts'],
  'sync-without-node': ['sync/engine/node.ts', 'node:fs'],
  'sync-only-zod': ['sync/engine/hono.ts', 'hono'],
  'spreadsheet-only-unpacks': ['sync/spreadsheet/zod.ts', 'zod'],
  'spreadsheet-apart': ['sync/engine/sheets.ts', '../spreadsheet/floor.ts'],
  'contract-lowest': ['sync/contract/high.ts', '../engine/floor.ts'],
  'domain-on-contract': ['sync/domain/high.ts', '../engine/floor.ts'],
  'crypto-on-contract': ['sync/crypto/high.ts', '../engine/floor.ts'],
  'barrel-for-the-server': ['web/platform/barrel.ts', '../../sync/contract/index.ts'],
  'web-without-server': ['web/platform/server.ts', '../../server/db/floor.ts'],
  'web-without-node': ['web/platform/node.tsx', 'node:fs'],
  'server-without-web': ['server/http/web.ts', '../../web/platform/floor.ts'],
  'lib-lowest': ['web/lib/high.ts', '../ui/floor.ts'],
  'ui-on-lib': ['web/ui/high.tsx', '../platform/floor.ts'],
  'platform-below-entities': ['web/platform/high.ts', '../entities/a/floor.ts'],
  'entities-below-features': ['web/entities/a/high.ts', '../../features/a/floor.ts'],
  'features-below-app': ['web/features/a/high.ts', '../../app/floor.ts'],
  'features-apart': ['web/features/a/across.ts', '../b/floor.ts'],
  'dexie-in-its-place': ['web/features/a/table.ts', 'dexie'],
  'features-by-reads': ['server/features/bank/a/across.ts', '../b/b-store.ts'],
  'reads-without-writes': ['server/features/bank/a/a-reads.ts', '../b/b-writes.ts'],
  'people-below': ['server/features/people/class/high.ts', '../../papers/paper/paper-reads.ts'],
  'bank-below': ['server/features/bank/question/high.ts', '../../papers/paper/paper-reads.ts'],
  'papers-below': ['server/features/papers/paper/high.ts', '../../exams/exam/exam-reads.ts'],
  'exams-below': ['server/answer-log/calls/high.ts', '../../features/marking/marking/marking-reads.ts'],
  'marking-below': ['server/features/marking/score/high.ts', '../../learning/course/course-reads.ts'],
  'learning-below': ['server/features/learning/course/high.ts', '../../applications/application/application-reads.ts'],
  'app-on-top': ['server/http/app-user.ts', '../app.ts'],
  'server-floor-below-features': ['server/answer-log/high.ts', '../features/bank/b/b-store.ts'],
  'sqlite-in-its-place': ['server/features/bank/a/raw.ts', 'better-sqlite3'],
  'sql-in-its-place': ['server/features/bank/a/a-handlers.ts', 'kysely'],
};

/** Allowed imports that resemble the forbidden ones in `planted`. The test fails if a rule forbids one of these imports. */
const legal: readonly (readonly [path: string, imports: string])[] = [
  ['server/features/bank/a/a-store.ts', 'kysely'],
  ['server/features/bank/a/a-more.ts', '../b/b-reads.ts'],
  ['server/features/bank/a/a-writer.ts', '../b/b-writes.ts'],
  ['server/features/exams/exam/down.ts', '../../papers/paper/paper-reads.ts'],
  ['server/features/people/class/beside.ts', '../user/user-reads.ts'],
  ['server/db/opening/open.ts', 'better-sqlite3'],
  ['server/http/index-user.ts', '../../sync/contract/index.ts'],
  ['web/features/a/a-cache.ts', 'dexie'],
  ['web/features/a/same.ts', './floor.ts'],
  ['web/app/compose.ts', '../features/b/floor.ts'],
  ['sync/engine/down.ts', '../crypto/floor.ts'],
  ['sync/contract/shape.ts', 'zod'],
  ['sync/spreadsheet/unzip.ts', 'fflate'],
  ['web/lib/sheets.ts', '../../sync/spreadsheet/floor.ts'],
];

it('domainTiers lists every server domain once', () => {
  const domains = readdirSync('server/features').map((name) => `features/${name}`);
  expect(domainTiers.flat().toSorted()).toEqual([...domains, 'answer-log/calls'].toSorted());
});

describe('import rules between folders', () => {
  let root: string;
  let faults: RuleViolation[];

  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };

  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), 'wenkao-boundaries-'));
    const packages = ['zod', 'fflate', 'hono', 'dexie', 'better-sqlite3', 'kysely', 'vitest', 'left-pad'];
    for (const name of packages) {
      write(`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', main: 'index.js' }));
      write(`node_modules/${name}/index.js`, 'exports.made = 1;');
    }
    const listed = packages.filter((name) => name !== 'left-pad' && name !== 'vitest');
    write(
      'package.json',
      JSON.stringify({
        name: 'planted',
        dependencies: Object.fromEntries(listed.map((name) => [name, '1.0.0'])),
        devDependencies: { vitest: '1.0.0' },
      }),
    );
    // Create a file in each folder as a target of imports. Each imports another module, because a file without imports would break the rule
    // `no-orphan`.
    for (const place of [
      'sync/engine',
      'sync/crypto',
      'sync/spreadsheet',
      'server/db',
      'web/ui',
      'web/platform',
      'web/entities/a',
      'web/app',
      'web/features/a',
      'web/features/b',
    ]) {
      write(`${place}/floor.ts`, 'export const made = 1;');
    }
    write('server/features/bank/b/b-store.ts', 'export const made = 1;');
    write('server/features/bank/b/b-reads.ts', 'export const made = 1;');
    write('server/features/bank/b/b-writes.ts', 'export const made = 1;');
    for (const name of ['people/user', 'papers/paper', 'exams/exam', 'marking/marking', 'learning/course', 'applications/application'])
      write(`server/features/${name}/${name.split('/')[1] ?? ''}-reads.ts`, 'export const made = 1;');
    write('server/http/thing.test.ts', 'export const made = 1;');
    write('server/app.ts', 'export const made = 1;');
    write('sync/contract/index.ts', 'export const made = 1;');
    write('sync/engine/cycle-b.ts', "import type { Made } from './cycle-a.ts';\nexport type Other = Made;");
    for (const [path, imports] of [...Object.values(planted), ...legal]) {
      write(
        path,
        imports === ''
          ? 'export const alone = 1;'
          : `import { made } from '${imports}';\nexport type Made = typeof made;\nexport const used = made;`,
      );
    }
    faults = await checkBoundaries(root);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('the test plants a violation of every rule', () => {
    expect(Object.keys(planted).toSorted()).toEqual(forbiddenImports.map((rule) => String(rule.name)).toSorted());
  });

  it.each(Object.entries(planted))('%s reports its planted violation', (rule, [path]) => {
    expect(faults.filter((fault) => fault.path === path).map((fault) => fault.rule)).toContain(rule);
  });

  it.each(legal)('%s may import %s', (path) => {
    expect(faults.filter((fault) => fault.path === path)).toEqual([]);
  });

  it('every file is checked', () => {
    expect(faults.filter((fault) => fault.rule === 'cruised')).toEqual([]);
  });
});
