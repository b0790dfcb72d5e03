import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { defaultCertificatePattern } from '../../../../sync/contract/certificate-number.ts';
import { i18n } from '../../../lib/i18n.ts';
import { CertificatePage } from './certificate-page.tsx';
import { IssuePage } from './issue-page.tsx';

const codes = { body: '3201', province: '32', site: '010026', pattern: defaultCertificatePattern };
const passedTheory = { points: 80, passed: true, listed: true };
const person = (userId: number, name: string, practical: object) => ({
  userId,
  name,
  ticketNo: `20263200${userId}`,
  parts: [passedTheory, { points: null, passed: false, listed: false, ...practical }],
  passed: false,
  certificate: null,
});

async function openIssuePage(candidates: object) {
  await i18n.load(['certificate', 'learning', 'codes']);
  const server = startFakeServer();
  const [profession] = createExampleAnswer('/prof/getList', 1).items;
  server.answer('/certificate/getCandidates', {
    parts: [
      { part: 'theory', released: true },
      { part: 'practical', released: true },
    ],
    codes,
    items: [
      person(1, 'Shen Jiahe', { points: 90, passed: true, listed: true }),
      person(2, 'Zhao Lei', {}),
      person(3, 'Qian Duo', { listed: true }),
    ],
    ...candidates,
  } as never);
  server.answer('/prof/getList', { items: [{ ...profession, id: 5, name: 'Electrician' }], total: 1, page: 1, pageSize: 20 } as never);
  server.answer('/certificate/issue', { issued: 2 });
  const page = await renderPage(<IssuePage />, {
    person: createSessionUser('teacher'),
    at: '/certificates/9',
    path: '/certificates/:planId',
  });
  await page.person.click(await screen.findByRole('combobox', { name: /^Profession/ }));
  await page.person.click(await screen.findByRole('option', { name: /Electrician/ }));
  return { page, server };
}

describe('page that issues certificates', () => {
  it('lists everybody without a practical result, and includes them only after a tick', async () => {
    const { page, server } = await openIssuePage({});
    await page.person.click(screen.getByRole('button', { name: 'Issue certificates (2)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['Zhao Lei202632002No Practical']);
    expect(dialog.getByRole('button', { name: 'Issue certificates (1)' })).toHaveProperty('disabled', false);
    await page.person.click(dialog.getByRole('checkbox'));
    await page.person.click(dialog.getByRole('button', { name: 'Issue certificates (2)' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = server.sent.filter(({ path }) => path === '/certificate/issue').map(({ input }) => input);
    expect(sent).toEqual([{ planId: 9, professionId: 5, level: 4, kind: 'S', incomplete: [2] }]);
  });

  it('requires a review too for the level of senior technician', async () => {
    const { page } = await openIssuePage({});
    await page.person.click(screen.getByRole('combobox', { name: /^Level/ }));
    await page.person.click(await screen.findByRole('option', { name: 'Level 1, senior technician' }));
    await page.person.click(screen.getByRole('button', { name: 'Issue certificates (2)' }));
    const rows = within(await screen.findByRole('dialog')).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual(['Shen Jiahe202632001No Review', 'Zhao Lei202632002No Practical, Review']);
  });

  it('names a missing number code of the school, disables issuing and offers no field for the code', async () => {
    await openIssuePage({ codes: { ...codes, province: '' } });
    expect(screen.getByText('Not set')).toBeDefined();
    expect(screen.getByText(/Some codes needed for certificate numbers are not set/)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Issue certificates (2)' })).toHaveProperty('disabled', true);
    expect(screen.queryByRole('textbox', { name: /code/ })).toBeNull();
  });
});

async function openCertificate(over: object) {
  await i18n.load(['certificate']);
  const server = startFakeServer();
  server.answer('/certificate/getById', {
    ...createExampleAnswer('/certificate/getById'),
    number: 'S320132010026264000001',
    pattern: defaultCertificatePattern,
    name: 'Shen Jiahe',
    level: 4,
    idType: 1,
    idNumber: '320***********5268',
    parts: [{ part: 'theory', name: 'Theory', points: 80, passPoints: 60 }],
    missing: ['practical'],
    publicAddress: 'https://exam.school.cn',
    mayPrint: true,
    ...over,
  } as never);
  server.answer('/certificate/getPrinted', { idNumber: '320503200109235268', birthday: '2001-09-23' });
  return renderPage(<CertificatePage />, { person: createSessionUser('teacher'), at: '/certificate/4', path: '/certificate/:id' });
}

describe('page of one certificate', () => {
  it('shows the whole ID number and the birth date only while it is printed', async () => {
    const printed: string[] = [];
    vi.stubGlobal('print', () => void printed.push(document.body.textContent));
    const page = await openCertificate({});
    await screen.findByText('320***********5268');
    await page.person.click(screen.getByRole('button', { name: 'Print' }));
    await waitFor(() => expect(printed.length).toBeGreaterThan(0));
    expect(printed[0]).toContain('320503200109235268');
    expect(printed[0]).toContain('2001-09-23');
    window.dispatchEvent(new Event('afterprint'));
    await screen.findByText('320***********5268');
    expect(screen.queryByText('320503200109235268')).toBeNull();
  });

  it('names the parts that were not assessed, and the public address instead of the page’s own', async () => {
    await openCertificate({});
    await screen.findByText(/has passed the following part of its vocational skill-level certification: Theory\. Not assessed: Practical/);
    expect(screen.getByText('Not assessed')).toBeDefined();
    expect(screen.getByText('exam.school.cn/verify')).toBeDefined();
    expect(screen.queryByText(new RegExp(location.host))).toBeNull();
  });

  it('has no QR code without a public address, and no print button without the right to print', async () => {
    await openCertificate({ publicAddress: '', mayPrint: false });
    await screen.findByText('Shen Jiahe');
    expect(screen.queryByRole('img', { name: /verify/ })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});
