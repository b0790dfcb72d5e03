import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { defaultReportColumns } from '../../../../sync/contract/applications/report.ts';
import { i18n } from '../../../lib/i18n.ts';
import { ReportPage } from './report-page.tsx';
import { ReportTemplateListPage } from './report-template-list-page.tsx';

const table = {
  planName: '2026 年第 3 批',
  title: '',
  columns: [
    { heading: '姓名', type: 'text' },
    { heading: '证件号码', type: 'text' },
  ],
  rows: [
    { id: 1, cells: ['沈嘉禾', '320101200109230021'] },
    { id: 2, cells: ['赵磊', null] },
  ],
  missing: [{ id: 2, name: '赵磊', ticketNo: '202632002', headings: ['证件号码'] }],
  missingPhotos: [{ id: 2, name: '赵磊', ticketNo: '202632002', lacks: 'idNumber' }],
} as const;

async function openReportPage(role: 'school' | 'teacher') {
  await i18n.load(['report', 'learning', 'certificate']);
  const server = startFakeServer();
  const [profession] = createExampleAnswer('/prof/getList', 1).items;
  const electrician = { ...profession, id: 5, name: 'Electrician', trades: [] };
  server.answer('/prof/getList', { items: [electrician], total: 1 } as never);
  server.answer('/prof/getById', electrician as never);
  server.answer('/report/getList', { items: [], total: 0 });
  const page = await renderPage(<ReportPage />, { person: createSessionUser(role), at: '/reports/9', path: '/reports/:planId' });
  const choose = async (label: RegExp, option: RegExp) => {
    await page.person.click(await screen.findByRole('combobox', { name: label }));
    await page.person.click(await screen.findByRole('option', { name: option }));
  };
  return { page, server, choose, make: () => screen.getByRole('button', { name: 'Make the table' }) };
}

describe('page of reports to the authority', () => {
  it('makes a table, names people who lack a required value, and marks the empty cell', async () => {
    const { page, server, choose, make } = await openReportPage('school');
    server.answer('/report/make', table as never);
    expect(make()).toHaveProperty('disabled', true);
    await choose(/^Profession/, /Electrician/);
    await page.person.dblClick(make());
    expect(await screen.findByText('赵磊 (202632002): 证件号码')).toBeTruthy();
    expect(screen.getByText('赵磊 (202632002): no ID number')).toBeTruthy();
    expect(screen.getByText('2026 年第 3 批')).toBeTruthy();
    const rows = within(screen.getByRole('table', { name: 'Certificate data for upload' })).getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual(['姓名证件号码', '沈嘉禾320101200109230021', '赵磊Missing']);
    expect(server.sent.filter(({ path }) => path === '/report/make').map(({ input }) => input)).toEqual([
      { planId: 9, kind: 'certificates', templateId: null, professionId: 5, tradeId: null, level: 4 },
    ]);
  });

  it('downloads the photos of the people in the table', async () => {
    const { page, server, choose, make } = await openReportPage('school');
    server.answer('/report/make', table as never);
    server.answer('/report/packPhotos', { url: '/report-photos/x', untilMs: 1, photos: 1 });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.getAttribute('href') ?? '');
    });
    await choose(/^Profession/, /Electrician/);
    await page.person.click(make());
    await page.person.click(await screen.findByRole('button', { name: 'Download 1 photo' }));
    await waitFor(() => expect(saved).toEqual(['/report-photos/x']));
    expect(server.sent.filter(({ path }) => path === '/report/packPhotos').map(({ input }) => input)).toEqual([
      { planId: 9, kind: 'certificates', professionId: 5, tradeId: null, level: 4 },
    ]);
  });

  it('removes an outdated table after another choice, and shows a refusal beside the button', async () => {
    const { page, server, choose, make } = await openReportPage('school');
    server.answer('/report/make', table as never);
    await choose(/^Profession/, /Electrician/);
    await page.person.click(make());
    await screen.findByRole('table');
    await choose(/^Table/, /Register of people who passed/);
    expect(screen.queryByRole('table')).toBeNull();
    server.refuse('/report/make', 'refused', 'The scores are not released yet');
    await page.person.click(make());
    expect((await screen.findByRole('alert')).textContent).toBe('The scores are not released yet');
  });

  it('shows teachers no link to change templates', async () => {
    await openReportPage('teacher');
    expect(screen.queryByRole('link', { name: 'Report templates' })).toBeNull();
  });
});

describe('page of report templates', () => {
  it('starts a new template with the default columns, and does not save an unreadable code table', async () => {
    await i18n.load(['report', 'resource', 'codes']);
    const server = startFakeServer();
    server.answer('/report/getList', { items: [], total: 0 });
    server.answer('/report/add', { id: 3, version: 1 });
    const { person } = await renderPage(<ReportTemplateListPage />, { person: createSessionUser('school') });
    await person.click((await screen.findAllByRole('button', { name: 'New report template' }))[0] as HTMLElement);
    const dialog = within(await screen.findByRole('dialog'));
    await person.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Jiangsu');
    const codes = dialog.getByRole('textbox', { name: 'Codes of column 4' });
    await person.type(codes, '男=1；女=');
    expect(dialog.getByText('Write codes as “value=code; value=code”')).toBeTruthy();
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    expect(server.sent.some(({ path }) => path === '/report/add')).toBe(false);
    await person.type(codes, '2');
    await person.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(server.sent.some(({ path }) => path === '/report/add')).toBe(true));
    const sent = server.sent.find(({ path }) => path === '/report/add')?.input as { columns: unknown[] };
    expect(sent.columns).toHaveLength(defaultReportColumns.certificates.length);
    expect(sent.columns[3]).toMatchObject({
      fact: 'sex',
      codes: [
        { from: '男', to: '1' },
        { from: '女', to: '2' },
      ],
    });
  });
});
