import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer, type FakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import type { WorkbookSheet } from '../../../../sync/spreadsheet/workbook.ts';
import { i18n } from '../../../lib/i18n.ts';
import { PeopleImportPage } from './people-import-page.tsx';

let server: FakeServer;
let lines: readonly (readonly string[])[];

/** Stands in for the worker that reads a file: every file holds `lines`. */
class ReadingWorker {
  onmessage: ((event: { data: readonly WorkbookSheet[] }) => void) | null = null;
  postMessage(): void {
    const rows = lines.map((line, at) => ({
      number: at + 1,
      cells: new Map(line.map((text, place) => [String.fromCodePoint(65 + place), { kind: 'text' as const, text }])),
    }));
    queueMicrotask(() => this.onmessage?.({ data: [{ name: 'Sheet 1', hidden: false, rows } as unknown as WorkbookSheet] }));
  }
  terminate(): void {}
}

beforeEach(async () => {
  server = startFakeServer();
  server.otherwise.answer(createExampleAnswer);
  server.answer('/user/importPreview', { good: 2, faulty: 0, faults: [], newClasses: [] });
  vi.stubGlobal('Worker', ReadingWorker);
  await i18n.load(['people', 'ui', 'resource']);
});

async function readFile(at: string) {
  const page = await renderPage(<PeopleImportPage />, { at });
  const input = page.container.querySelector<HTMLInputElement>('input[type=file]');
  if (input === null) throw new Error('the page has no field for a file');
  await page.person.upload(input, new File(['x'], 'staff.xlsx'));
  await waitFor(() => expect(server.sentTo('/user/importPreview')).toHaveLength(1));
  return page;
}

it('a sheet with a type column sets the type of each row', async () => {
  lines = [
    ['姓名', '类别', '登录名'],
    ['周九', '监考员', 'zhou'],
    ['吴十', '', 'wu'],
  ];
  const { person } = await readFile('/teacher/manage/teacher/import?type=4');
  expect(server.sentTo('/user/importPreview')[0]?.input).toMatchObject({
    user_type: null,
    rows: [{ cells: { user_type: '监考员' } }, { cells: { name: '吴十' } }],
  });
  expect(await screen.findByText('Types are taken from the column "Type".')).toBeDefined();
  await person.click(screen.getByRole('button', { name: /^Import all/ }));
  await waitFor(() => expect(server.sentTo('/user/import')).toHaveLength(1));
  expect(server.sentTo('/user/import')[0]?.input).toMatchObject({ user_type: null });
});

it('a sheet without a type column makes the page ask for the type, and each change checks the list again', async () => {
  lines = [
    ['姓名', '登录名', '民族'],
    ['周九', 'zhou', '汉族'],
  ];
  const { person } = await readFile('/teacher/manage/teacher/import?type=5');
  expect(server.sentTo('/user/importPreview')[0]?.input).toMatchObject({
    user_type: 5,
    rows: [{ cells: { name: '周九', login_name: 'zhou' } }],
  });
  expect(await screen.findByText('The sheet has no column "Type". Everyone is imported as: Invigilator.')).toBeDefined();
  // Accounts of invigilators have no field for the nation (民族), so the page names that column as not imported.
  expect(screen.getByText(/民族/)).toBeDefined();
  await person.click(screen.getByRole('combobox', { name: 'Type of account' }));
  await person.click(await screen.findByRole('option', { name: 'Applicant' }));
  await waitFor(() => expect(server.sentTo('/user/importPreview')).toHaveLength(2));
  expect(server.sentTo('/user/importPreview')[1]?.input).toMatchObject({ user_type: 12, rows: [{ cells: { ethnicity: '汉族' } }] });
  expect(await screen.findByText('The sheet has no column "Type". Everyone is imported as: Applicant.')).toBeDefined();
});

it('a faulty cell is corrected on the page, checked again and imported as corrected', async () => {
  lines = [
    ['姓名', '登录名'],
    ['', 'zhou'],
    ['吴十', 'wu'],
  ];
  server.answer('/user/importPreview', ({ rows }) => {
    const isGood = rows[0]?.cells.name !== undefined;
    const fault = { row: 2, column: 'name' as const, value: '', reason: 'Name is missing' };
    return { good: isGood ? 2 : 1, faulty: isGood ? 0 : 1, faults: isGood ? [] : [fault], newClasses: [] };
  });
  const { person } = await readFile('/teacher/manage/teacher/import?type=4');
  await screen.findByText('Name is missing');
  await person.click(screen.getByRole('button', { name: /^Correct/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Row 2' });
  await person.type(within(dialog).getByLabelText(/^Name/), '周九');
  await person.click(within(dialog).getByRole('button', { name: 'Check again' }));
  await person.click(await screen.findByRole('button', { name: 'Import all (2)' }));
  await waitFor(() => expect(server.sentTo('/user/import')).toHaveLength(1));
  expect(server.sentTo('/user/import')[0]?.input.rows).toMatchObject([
    { row: 2, cells: { name: '周九', login_name: 'zhou' } },
    { row: 3, cells: { name: '吴十' } },
  ]);
});

it('a correction whose check gets no answer is undone before the next check', async () => {
  lines = [
    ['姓名', '登录名'],
    ['', 'zhou'],
    ['吴十', 'wu'],
  ];
  const fault = { row: 2, column: 'name' as const, value: '', reason: 'Name is missing' };
  server.answer('/user/importPreview', { good: 1, faulty: 1, faults: [fault], newClasses: [] });
  const { person } = await readFile('/teacher/manage/teacher/import?type=4');
  await screen.findByText('Name is missing');
  await person.click(screen.getByRole('button', { name: /^Correct/ }));
  const dialog = await screen.findByRole('dialog', { name: 'Row 2' });
  await person.type(within(dialog).getByLabelText(/^Name/), '周九');
  server.loseAnswer('/user/importPreview');
  await person.click(within(dialog).getByRole('button', { name: 'Check again' }));
  await screen.findByRole('alert');
  server.answer('/user/importPreview', { good: 1, faulty: 1, faults: [fault], newClasses: [] });
  await person.click(screen.getByRole('combobox', { name: 'Type of account' }));
  await person.click(await screen.findByRole('option', { name: 'Applicant' }));
  await screen.findByText('Name is missing');
  expect(server.sentTo('/user/importPreview').map(({ input }) => input.rows[0]?.cells.name)).toEqual([undefined, '周九', undefined]);
});

it('a failed check keeps the file, and the next chosen type checks it again', async () => {
  lines = [
    ['姓名', '登录名'],
    ['周九', 'zhou'],
  ];
  server.loseAnswer('/user/importPreview');
  const { person } = await readFile('/teacher/manage/teacher/import?type=5');
  await screen.findByRole('alert');
  server.answer('/user/importPreview', { good: 1, faulty: 0, faults: [], newClasses: [] });
  await person.click(screen.getByRole('combobox', { name: 'Type of account' }));
  await person.click(await screen.findByRole('option', { name: 'Applicant' }));
  await screen.findByRole('button', { name: 'Import all (1)' });
  expect(screen.queryByRole('alert')).toBeNull();
});
