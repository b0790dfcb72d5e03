import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { CallSpec } from '../../sync/contract/call.ts';
import type { RouteRow } from '../../web/app/routes/route-row.ts';
import { checkPageCalls } from './page-calls.ts';
import { createPageReader } from './page-code.ts';
import { checkPageTexts } from './page-texts.ts';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'page-calls-'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const specs = ['/class/remove', '/class/getList'].map((path) => ({ path, access: ['school'] }) as unknown as CallSpec & { path: string });
/** A row whose page is written like those of the route table. */
const createRow = (access: RouteRow['access'], name = 'ClassPage') => ({
  path: '/classes',
  access,
  page: { toString: () => `async () => (await import('../../features/class/class-page.tsx')).${name}` } as unknown as RouteRow['page'],
});
const reasonsOf = (row: ReturnType<typeof createRow>, guards: Parameters<typeof checkPageCalls>[3] = []) =>
  checkPageCalls(createPageReader(root), [row], specs, guards).map(({ reason }) => reason);

it('reports a call that a role of the page may not make, through imports and lazy imports', () => {
  write('web/features/class/class-page.tsx', "import { Row } from './row.tsx';\nexport function ClassPage() { return <Row />; }\n");
  write('web/features/class/row.tsx', "export const Row = () => { void import('./removal.ts'); return null; };\n");
  write('web/features/class/removal.ts', "export const remove = () => makeCall('/class/remove');\n");
  expect(reasonsOf(createRow(['school']))).toEqual([]);
  expect(reasonsOf(createRow(['school', 'teacher']))).toEqual(['teacher may not call /class/remove']);
});

it('ignores calls in types and in code that the page does not use', () => {
  write(
    'web/features/class/class-page.tsx',
    "import { list } from './calls.ts';\ntype Path = '/class/remove';\nexport const ClassPage = () => list();\nexport const OtherPage = () => makeCall('/class/remove');\n",
  );
  write(
    'web/features/class/calls.ts',
    "const path = '/class/getList';\nexport const list = () => makeCall(path);\nexport const remove = () => makeCall('/class/remove');\n",
  );
  expect(reasonsOf(createRow(['teacher']))).toEqual(['teacher may not call /class/getList']);
});

it('accepts a guarded call, and reports a guard that no page needs', () => {
  write('web/features/class/class-page.tsx', "export const ClassPage = () => makeCall('/class/remove');\n");
  expect(reasonsOf(createRow(['teacher']), [{ calls: ['/class/remove'], roles: ['teacher'] }])).toEqual([]);
  expect(reasonsOf(createRow(['school']), [{ calls: ['/class/remove'], roles: ['teacher'] }])).toHaveLength(1);
});

it('reports a page whose component cannot be found', () => {
  const row = { ...createRow(['school']), page: { toString: () => 'async () => pages().ClassPage' } as unknown as RouteRow['page'] };
  expect(reasonsOf(row)).toHaveLength(1);
});

it('checkPageTexts requires exactly the texts that a page’s code uses, except in code that is loaded later', () => {
  write(
    'web/features/class/class-page.tsx',
    "import { useTranslation } from '../../lib/i18n.ts';\nimport { Row } from './row.tsx';\nexport const ClassPage = () => { const { t } = useTranslation(['people', 'app']); return <Row name={t('prof:level')} />; };\n",
  );
  write(
    'web/features/class/row.tsx',
    "export const Row = () => { const { t } = useTranslation('codes'); const path = '/class/getList?x=help:me'; void import('./dialog.ts'); return t(path); };\n",
  );
  write('web/features/class/dialog.ts', "export const useDialog = () => useTranslation('school');\n");
  const check = (texts: RouteRow['texts']) =>
    checkPageTexts(createPageReader(root), [{ ...createRow(['school']), texts }]).map(({ reason }) => reason);
  expect(check(['people', 'codes', 'prof'])).toEqual([]);
  expect(check(['people', 'codes', 'prof', 'school'])).toEqual(["texts must be ['codes', 'people', 'prof']"]);
  expect(check(['people'])).toHaveLength(1);
});
