import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { PlanBoardPage } from '../board/plan-board-page.tsx';
import { ExamUserPage } from '../examinees/exam-user-page.tsx';
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

it.each(['chart', 'signIn', 'door', 'desk'])('the print %s shows a long name in full', async (what) => {
  await openPrints(what, { hasRoom: true });
  expect(screen.getByText(longName).closest('.truncate')).toBeNull();
});

it('the page of release codes prints nothing before the codes are shown, and says why', async () => {
  const { person, print, container } = await openPrints('codes', { hasRoom: true });
  expect(print).toHaveProperty('disabled', true);
  expect(screen.getByText(/^The codes are not shown yet/)).toBeDefined();
  expect(container.querySelector('.print-sheet')).toBeNull();
  await person.click(screen.getByRole('button', { name: 'Show release codes' }));
  expect(await screen.findByText('ABCD-EFGH')).toBeDefined();
  expect(print).toHaveProperty('disabled', false);
});

it('an exam without rooms has no room sheets to print, and the page says so', async () => {
  const { print, container } = await openPrints('chart', { hasRoom: false });
  expect(print).toHaveProperty('disabled', true);
  expect(screen.getByText('Nothing to print: Seat charts')).toBeDefined();
  expect(container.querySelector('.print-sheet')).toBeNull();
});

it('the admission ticket of an exam without rooms shows neither room nor seat', async () => {
  await openPrints('tickets', { hasRoom: false });
  expect(screen.getByText(longName)).toBeDefined();
  expect(screen.queryByText('Room and seat')).toBeNull();
});

it('an answer card names its examinee in words, and has a bubble for each option', async () => {
  const server = startFakeServer();
  const seating = createExampleAnswer('/exam/getSeating', 1);
  const person = { ...first(seating.people), name: longName, ticketNo: '20260001', variant: 'A', roomId: null };
  server.answer('/exam/getSeating', { ...seating, id: 1, published: true, rooms: [], people: [person], staff: [] });
  const rows = [
    { label: '1', options: ['A', 'B', 'C'], many: false },
    { label: '2', options: ['√', '×'], many: false },
  ];
  const boxes = [{ label: '3', heightMm: 40 }];
  server.answer('/exam/getAnswerCards', ({ boxes: hasBoxes }) => ({
    planId: 1,
    variants: [
      {
        variant: 'A',
        sections: [{ title: '单选', rows, boxes: [] }, ...(hasBoxes ? [{ title: '简答', rows: [], boxes }] : [])],
        written: hasBoxes ? 0 : 1,
        boxable: 1,
      },
    ],
  }));
  await i18n.load(['seating', 'seats', 'amend', 'ui']);
  const { container } = await renderPage(<SeatPrintsPage />, { at: '/prints/1?what=cards', path: '/prints/:planId' });
  expect(await screen.findByText(longName)).toBeDefined();
  expect(screen.getByText('20260001')).toBeDefined();
  expect(screen.getByRole('img', { name: new RegExp(`WKC1:1:${person.userId}:1:1:`) })).toBeDefined();
  expect(container.querySelectorAll('.print-page svg rect[rx]')).toHaveLength(5);
  expect(screen.getByText(/Other questions are answered on the paper/)).toBeDefined();
  cleanup();
  const boxed = await renderPage(<SeatPrintsPage />, { at: '/prints/1?what=boxCards', path: '/prints/:planId' });
  expect(await screen.findByText(/without names/)).toBeDefined();
  // The printed card has six outlines: one for each of its five bubbles, and one for the box of a written answer.
  expect(boxed.container.querySelectorAll('.print-page svg rect[fill=none]')).toHaveLength(6);
});

async function openList(seatLabel: string, page = <PlanUsersPage />) {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const plan = createExampleAnswer('/exam/getById', 1);
  server.answer('/exam/getById', { ...plan, examinees: [{ ...first(plan.examinees), name: longName, seatLabel }] });
  await i18n.load(['examPlan', 'amend', 'planPart', 'codes', 'ui']);
  await renderPage(page, { at: '/user/1', path: '/user/:planId' });
  return screen.findByText(longName);
}

it('the printed name list has full names, no sorting arrows, and lines to sign on', async () => {
  const name = await openList('Room A 01');
  expect(name.closest('td')?.className).toContain('print:whitespace-normal');
  const arrows = [...document.querySelectorAll('th svg')];
  expect(arrows.length).toBeGreaterThan(0);
  for (const arrow of arrows) expect(arrow.classList).toContain('print:hidden');
  expect(screen.getByText(/^Invigilator ___/)).toBeDefined();
  expect(screen.getByRole('columnheader', { name: 'Signature' }).className).toContain('print:table-cell');
});

it.each([
  ['name list', <PlanUsersPage key="users" />],
  ['board', <PlanBoardPage key="board" />],
])('the %s has a seat column only if examinees have seats', async (_name, page) => {
  await openList('', page);
  expect(screen.getByRole('columnheader', { name: /^Ticket/ })).toBeDefined();
  expect(screen.queryByRole('columnheader', { name: /^Seat/ })).toBeNull();
  cleanup();
  await openList('Room A 01', page);
  expect(screen.getByRole('columnheader', { name: /^Seat/ })).toBeDefined();
});

it('the list of photos and ID numbers of an exam without rooms shows no room and no seat', async () => {
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path, 1));
  const seating = createExampleAnswer('/exam/getSeating', 1);
  server.answer('/exam/getSeating', {
    ...seating,
    id: 1,
    rooms: [],
    people: [{ ...first(seating.people), name: longName, roomId: null, seatNo: null, seatLabel: '' }],
  });
  await i18n.load(['seating', 'examPlan', 'planPart', 'codes', 'ui']);
  await renderPage(<ExamUserPage />, { at: '/teacher/exam/exam-user?plan=1' });
  await screen.findByText(longName);
  expect(screen.queryByRole('columnheader', { name: /^Seat/ })).toBeNull();
  expect(screen.queryByText('No seat')).toBeNull();
  expect(screen.queryByRole('combobox', { name: 'Room' })).toBeNull();
});
