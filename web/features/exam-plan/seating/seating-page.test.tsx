import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { SeatingPage } from './seating-page.tsx';

it('the keyboard swaps two seats: Space picks an examinee up, Escape puts them back, arrows move', async () => {
  await i18n.load(['amend', 'codes', 'examPlan', 'planPart', 'seating', 'seats', 'ui']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const seating = createExampleAnswer('/exam/getSeating', 2);
  const [room] = seating.rooms;
  if (room === undefined) throw new Error('the example has no room');
  const people = seating.people.map((person, at) => ({ ...person, userId: at + 1, name: `Person ${at + 1}`, roomId: 5, seatNo: at + 1 }));
  server.answer('/exam/getById', { ...createExampleAnswer('/exam/getById'), id: 3, version: 2 });
  const rooms = [{ ...room, id: 5, rows: 2, columns: 1, aisles: [], marks: [], machines: '{n}' }];
  server.answer('/exam/getSeating', { ...seating, id: 3, version: 2, rooms, people, published: false });
  const { person } = await renderPage(<SeatingPage />, {
    at: '/seating/3',
    path: '/seating/:planId',
    person: createSessionUser('teacher'),
  });
  const first = await screen.findByRole('button', { name: 'Seat 01, Person 1' });
  first.focus();
  await person.keyboard(' ');
  expect(first.getAttribute('aria-pressed')).toBe('true');
  await person.keyboard('{Escape}');
  expect(first.getAttribute('aria-pressed')).toBe('false');
  await person.keyboard(' {ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Seat 02, Person 2');
  await person.keyboard(' ');
  await waitFor(() => expect(server.sentTo('/exam/moveSeat')).toHaveLength(1));
  expect(server.sentTo('/exam/moveSeat')[0]?.input).toEqual({ id: 3, version: 2, userId: 1, to: { roomId: 5, seatNo: 2 } });
});
