import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { PaperRegisterRow } from '../../../../sync/contract/exams/paper-register.ts';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { joinRoomsWithPeople } from '../seating-queries.ts';
import { PaperRegisterSheet } from './paper-register-sheet.tsx';

const handling = {
  handedOut: 1,
  handedOutBy: 'A',
  handedOutMs: 172_800_000,
  returned: 0,
  returnedBy: 'B',
  returnedMs: 86_400_000,
  sealedBy: '',
  sealedMs: null,
};
const record = { ...handling, remark: 'torn', roomId: 3, revision: 1, updatedBy: 'Ms. Chen', updatedMs: 6 };

/** Opens the paper register of Room A, where one examinee is seated. */
async function openSheet(papers: PaperRegisterRow[]) {
  const server = startFakeServer();
  const example = createExampleAnswer('/exam/getSeating', 1);
  const rooms = example.rooms.map((room) => ({ ...room, id: 3, name: 'Room A', rows: 1, columns: 1, marks: [], aisles: [] }));
  const people = example.people.map((person) => ({ ...person, roomId: 3, seatNo: 1 }));
  const seating = { ...example, id: 1, published: true, rooms, people, papers };
  const [room] = joinRoomsWithPeople(seating);
  if (room === undefined) throw new Error('the example has no room');
  await i18n.load(['paperRegister', 'seating', 'ui', 'resource', 'words']);
  const sheet = <PaperRegisterSheet school={{ title: 'School', logo: '' }} seating={seating} room={room} />;
  return { ...(await renderPage(sheet, { person: createSessionUser('teacher') })), server, seating };
}

it('records the papers of a room, and asks for a reason if the numbers differ', async () => {
  const { person, server } = await openSheet([]);
  server.answer('/exam/setPaperRegister', {});
  await person.click(screen.getByRole('button', { name: 'Record Room A' }));
  const save = screen.getByRole('button', { name: 'Save the record' });
  await person.click(save);
  expect(await screen.findByText('Required')).toBeDefined();
  await person.type(screen.getByLabelText(/^Handed out by/), 'Ms. Chen');
  await person.type(screen.getByLabelText(/^Copies returned/), '0');
  await person.type(screen.getByLabelText(/^Taken back by/), 'Mr. Li');
  await person.type(screen.getByLabelText(/^Taken back at/), '2026-12-01 11:00');
  await person.click(save);
  // The number of papers handed out is prefilled with 1, because one examinee is seated. No paper was returned, so a remark is required.
  expect(screen.getByText('Required')).toBeDefined();
  expect(server.sentTo('/exam/setPaperRegister')).toHaveLength(0);
  await person.type(screen.getByLabelText(/^Remark/), 'torn');
  await person.click(save);
  await waitFor(() => expect(server.sentTo('/exam/setPaperRegister')).toHaveLength(1));
  expect(server.sentTo('/exam/setPaperRegister')[0]?.input).toMatchObject({
    planId: 1,
    roomId: 3,
    seen: 0,
    handling: { handedOut: 1, handedOutBy: 'Ms. Chen', returned: 0, returnedBy: 'Mr. Li', sealedMs: null, remark: 'torn' },
  });
});

it('shows the refusal of a future time beside its field', async () => {
  const { person, server } = await openSheet([]);
  const late = { path: 'handling.handedOutMs', message: 'Must not be later than now' };
  server.refuse('/exam/setPaperRegister', 'invalid', 'These times are in the future: handed out', { fields: [late] });
  await person.click(screen.getByRole('button', { name: 'Record Room A' }));
  await person.type(screen.getByLabelText(/^Handed out by/), 'Ms. Chen');
  await person.click(screen.getByRole('button', { name: 'Save the record' }));
  expect(await screen.findByText('These times are in the future: handed out')).toBeDefined();
  const note = screen.getByLabelText(/^Handed out at/).getAttribute('aria-describedby') ?? '';
  expect(document.getElementById(note)?.textContent).toBe('Must not be later than now');
});

it('lists the discrepancies on the sheet of the room', async () => {
  await openSheet([record]);
  expect(screen.getByText('1 not returned; The times are out of order; Not sealed yet')).toBeDefined();
  expect(screen.getByText(/^Recorded by Ms. Chen/)).toBeDefined();
});

it('lets a person compare with a record that a colleague saved meanwhile', async () => {
  const { person, server, seating } = await openSheet([]);
  server.refuse('/exam/setPaperRegister', 'conflict', 'Ms. Chen changed the record of this room just now');
  server.answer('/exam/getSeating', { ...seating, papers: [record] });
  await person.click(screen.getByRole('button', { name: 'Record Room A' }));
  await person.type(screen.getByLabelText(/^Handed out by/), 'Mr. Li');
  await person.click(screen.getByRole('button', { name: 'Save the record' }));
  expect(await screen.findByText('Ms. Chen changed the record of this room just now')).toBeDefined();
  expect(server.sentTo('/exam/setPaperRegister')[0]?.input.seen).toBe(0);
  server.answer('/exam/setPaperRegister', {});
  await person.click(screen.getByRole('button', { name: /keep my changes/ }));
  await waitFor(() => expect(screen.getByLabelText(/^Taken back by/)).toHaveProperty('value', 'B'));
  expect(screen.getByLabelText(/^Handed out by/)).toHaveProperty('value', 'Mr. Li');
  await person.click(screen.getByRole('button', { name: 'Save the record' }));
  await waitFor(() => expect(server.sentTo('/exam/setPaperRegister')).toHaveLength(2));
  expect(server.sentTo('/exam/setPaperRegister')[1]?.input).toMatchObject({
    seen: 1,
    handling: { handedOutBy: 'Mr. Li', returnedBy: 'B' },
  });
});

it('keeps the typed text when the dialog is closed', async () => {
  const { person } = await openSheet([]);
  await person.click(screen.getByRole('button', { name: 'Record Room A' }));
  await person.type(screen.getByLabelText(/^Handed out by/), 'Mr. Li');
  await person.click(screen.getByRole('button', { name: 'Cancel' }));
  await person.click(screen.getByRole('button', { name: 'Record Room A' }));
  await waitFor(() => expect(screen.getByLabelText(/^Handed out by/)).toHaveProperty('value', 'Mr. Li'));
});
