import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PlanUsersPage } from '../examinees/plan-users-page.tsx';
import { SeatPrintsPage } from '../seating/seat-prints-page.tsx';

const longName = '阿卜杜热合曼·阿卜杜凯尤木·买买提';
const room = { id: 3, name: 'Room A', rows: 1, columns: 1, marks: [], aisles: [], numbering: 'rows' as const, machines: '' };
const first = <T,>(items: readonly T[]): T => items[0] as T;

async function openPrints(what: string, { hasRoom }: { hasRoom: boolean }) {
  const server = startFakeServer();
  const seating = createExampleAnswer('/exam/getSeating', 1);
  const person = { ...first(seating.people), name: longName, roomId: hasRoom ? 3 : null, seatNo: hasRoom ? 1 : null };
  const rooms = hasRoom ? [{ ...first(seating.rooms), ...room }] : [];
  server.answer('/exam/getSeating', { ...seating, published: true, rooms, people: [person], staff: [] });
  server.answer('/exam/showReleaseCodes', {
    ...createExampleAnswer('/exam/showReleaseCodes'),
    rooms: [{ roomId: 3, name: 'Room A', code: 'ABCD-EFGH', people: 1 }],
  });
  await i18n.load(['seating', 'seats', 'amend', 'ui']);
  const page = await renderPage(<SeatPrintsPage />, { at: `/prints/1?what=${what}`, path: '/prints/:planId' });
  return { ...page, print: await screen.findByRole('button', { name: 'Print' }) };
}

it.each(['chart', 'signIn', 'door', 'desk'])('25.47: a long name is whole on the print %s', async (what) => {
  await openPrints(what, { hasRoom: true });
  expect(screen.getByText(longName).closest('.truncate')).toBeNull();
});

it('25.47: release codes print nothing and say why until they are shown', async () => {
  const { person, print, container } = await openPrints('codes', { hasRoom: true });
  expect(print).toHaveProperty('disabled', true);
  expect(screen.getByText(/^The codes are not shown yet/)).toBeDefined();
  expect(container.querySelector('.print-sheet')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show release codes' }));
  expect(await screen.findByText('ABCD-EFGH')).toBeDefined();
  expect(print).toHaveProperty('disabled', false);
});

it('25.47: an exam without rooms has no sheets of rooms to print and says so', async () => {
  const { print, container } = await openPrints('chart', { hasRoom: false });
  expect(print).toHaveProperty('disabled', true);
  expect(screen.getByText('Nothing to print: Seat charts')).toBeDefined();
  expect(container.querySelector('.print-sheet')).toBeNull();
});

it('25.47: the ticket of an exam without rooms names neither room nor seat', async () => {
  await openPrints('tickets', { hasRoom: false });
  expect(screen.getByText(longName)).toBeDefined();
  expect(screen.queryByText('Room and seat')).toBeNull();
});

async function openList(seatLabel: string) {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const plan = createExampleAnswer('/exam/getById', 1);
  server.answer('/exam/getById', { ...plan, examinees: [{ ...first(plan.examinees), name: longName, seatLabel }] });
  await i18n.load(['examPlan', 'amend', 'planPart', 'codes', 'ui']);
  await renderPage(<PlanUsersPage />, { at: '/user/1', path: '/user/:planId' });
  return screen.findByText(longName);
}

it('25.47: the printed name list has whole names, no arrows, and lines to sign on', async () => {
  const name = await openList('Room A 01');
  expect(name.closest('td')?.className).toContain('print:whitespace-normal');
  const arrows = [...document.querySelectorAll('th svg')];
  expect(arrows.length).toBeGreaterThan(0);
  for (const arrow of arrows) expect(arrow.classList).toContain('print:hidden');
  expect(screen.getByText(/^Invigilator ___/)).toBeDefined();
  expect(screen.getByRole('columnheader', { name: 'Signature' }).className).toContain('print:table-cell');
});

it('25.47: a name list without seats has no column for them', async () => {
  await openList('');
  expect(screen.queryByRole('columnheader', { name: /^Seat/ })).toBeNull();
});
