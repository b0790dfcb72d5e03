import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createExampleAnswer } from '../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer, type FakeServer } from '../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../tests/fixtures/component/render-page.tsx';
import type { Role } from '../../../sync/contract/roles.ts';
import { i18n } from '../../lib/i18n.ts';
import { StaffChoice } from './staff-choice.tsx';

const zhao = { id: 4, name: 'Zhao', loginName: 'zhao', employer: '' };
const sun = { id: 6, name: 'Sun', loginName: 'sun', employer: '' };
const stored = {
  ...createExampleAnswer('/user/getById'),
  id: 6,
  version: 9,
  name: 'Sun',
  user_type: 6 as const,
  extra_roles: ['marker' as const],
};

let server: FakeServer;
let chosen: (number | null)[];
beforeEach(async () => {
  chosen = [];
  server = startFakeServer();
  server.answer('/exam/getStaffOptions', { items: [zhao], others: [sun] });
  server.answer('/user/getById', stored);
  server.answer('/user/modify', { id: 6, version: 10 });
  await i18n.load(['staffChoice', 'ui']);
});

async function openChoice(role: Role) {
  const page = await renderPage(
    <StaffChoice aria-label="Invigilator" duty="invigilator" placeholder="Add" value={null} onChange={(id) => chosen.push(id)} />,
    { person: createSessionUser(role) },
  );
  await waitFor(() => expect(page.client.isFetching()).toBe(0));
  await page.person.click(screen.getByRole('combobox', { name: 'Invigilator' }));
  await screen.findByRole('option', { name: /Zhao/ });
  return page;
}
const pick = async (page: Awaited<ReturnType<typeof openChoice>>, name: RegExp) =>
  page.person.click(await screen.findByRole('option', { name }));

it('chooses a person with the duty’s role at once', async () => {
  await pick(await openChoice('school'), /Zhao/);
  expect(chosen).toEqual([4]);
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('finds a teacher without the role, and one press grants the role and chooses the teacher', async () => {
  const page = await openChoice('school');
  expect(screen.getByText('Also: teachers, once they may invigilate')).toBeDefined();
  await pick(page, /Sun/);
  expect(chosen).toEqual([]);
  const release = server.hold('/user/modify');
  page.pressTwice(await screen.findByRole('button', { name: 'Allow and choose' }));
  await waitFor(() => expect(server.sentTo('/user/modify')).toHaveLength(1));
  release({ id: 6, version: 10 });
  await waitFor(() => expect(chosen).toEqual([6]));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  // The sent change contains the account's other roles. It contains no ID number, so the stored one stays.
  const [sent] = server.sentTo('/user/modify');
  expect(sent?.input).toMatchObject({ id: 6, version: 9, id_number: null, extra_roles: ['marker', 'invigilator'] });
  expect(server.sentTo('/user/modify')).toHaveLength(1);
});

it('stays open with the reason if the account cannot be changed, and changes nothing twice after a lost answer', async () => {
  const page = await openChoice('school');
  await pick(page, /Sun/);
  server.refuse('/user/modify', 'forbidden', 'Not your account.');
  const allow = await screen.findByRole('button', { name: 'Allow and choose' });
  await page.person.click(allow);
  expect((await screen.findByRole('alert')).textContent).toContain('Not your account.');
  expect(chosen).toEqual([]);
  // The first change was stored, but its answer was lost. The next press finds that the account has the role, and only chooses the person.
  server.answer('/user/getById', { ...stored, extra_roles: ['marker', 'invigilator'] });
  await page.person.click(allow);
  await waitFor(() => expect(chosen).toEqual([6]));
  expect(server.sentTo('/user/modify')).toHaveLength(1);
});

it('shows a teacher without the right to change accounts whom to ask', async () => {
  await pick(await openChoice('teacher'), /Sun/);
  expect((await screen.findByRole('dialog')).textContent).toMatch(/Ask your school administrator .* You can then choose Sun here/);
  expect(screen.queryByRole('button', { name: 'Allow and choose' })).toBeNull();
  expect(server.sentTo('/user/modify')).toEqual([]);
});

it('an opened list shows its people when they arrive', async () => {
  const release = server.hold('/exam/getStaffOptions');
  const { person } = await renderPage(
    <StaffChoice aria-label="Invigilator" duty="invigilator" placeholder="Add" value={null} onChange={(id) => chosen.push(id)} />,
  );
  await person.click(screen.getByRole('combobox', { name: 'Invigilator' }));
  release({ items: [zhao], others: [] });
  await person.click(await screen.findByRole('option', { name: /Zhao/ }));
  expect(chosen).toEqual([4]);
});
