import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { examStatus } from '../../../../sync/contract/codes.ts';
import { i18n } from '../../../lib/i18n.ts';
import { StationDrawPage } from './station-draw-page.tsx';

const startMs = Date.UTC(2026, 11, 1, 1);
const endMs = startMs + 10_800_000;
const setup = {
  mode: 'single' as const,
  stations: ['S1', 'S2'],
  sheets: ['Task A', 'Task B'],
  firstRoundAfterMinutes: 0,
  roundMinutes: 30,
  changeMinutes: 10,
};
const place = { ticketNo: '001', group: 0, visits: [{ round: 0, station: 'S2', startMs, endMs: startMs + 1_800_000 }] };
const draw = {
  number: 1,
  setup,
  seed: 12345,
  reason: '',
  drawnBy: 'Ms. Chen',
  drawnMs: startMs,
  publishedBy: '',
  publishedMs: null,
  repeatable: true,
  places: [{ ...place, userId: 7, name: 'Person 7', sheet: 'Task B' }],
  missing: [],
};

/** Opens the page of a plan with these draws of stations and task sheets. */
async function openPage(draws: readonly object[]) {
  await i18n.load(['amend', 'codes', 'examPlan', 'planPart', 'seating', 'stationDraw', 'words', 'ui']);
  const server = startFakeServer();
  server.otherwise.answer((path) => createExampleAnswer(path));
  const plan = { ...createExampleAnswer('/exam/getById'), id: 3, part: 'practical' as const, withdrawn: null };
  const enabledPlan = { ...plan, status: examStatus.enabled, startMs, durationMs: 10_800_000, examineeCount: 5 };
  server.answer('/exam/getById', enabledPlan);
  server.answer('/exam/getChanges', { ...enabledPlan, whole: true });
  server.answer('/exam/getDraws', { id: 3, name: 'Exam', part: 'practical', draws: [...draws] } as never);
  const page = await renderPage(<StationDrawPage />, { at: '/draw/3', path: '/draw/:planId', person: createSessionUser('teacher') });
  return { ...page, server };
}

/** Presses Tab until the element has the focus. Fails after 60 presses. */
async function tabTo(person: UserEvent, element: HTMLElement) {
  for (let presses = 0; presses < 60 && document.activeElement !== element; presses += 1) await person.tab();
  expect(document.activeElement).toBe(element);
}

it('draws with the typed stations, task sheets and times', async () => {
  const { person, server } = await openPage([]);
  await person.click(await screen.findByRole('button', { name: 'Draw' }));
  await person.click((await screen.findAllByRole('button', { name: 'Draw' })).at(-1) as HTMLElement);
  expect(await screen.findAllByText('Required')).toHaveLength(2);
  expect(server.sentTo('/exam/drawStations')).toHaveLength(0);
  await person.type(screen.getByLabelText(/^Stations/), 'S1{Enter}S2');
  await person.type(screen.getByLabelText(/^Task sheets/), 'Task A');
  expect(screen.getByText(/^5 examinees, 3 rounds/)).toBeDefined();
  await person.click(screen.getAllByRole('button', { name: 'Draw' }).at(-1) as HTMLElement);
  await waitFor(() => expect(server.sentTo('/exam/drawStations')).toHaveLength(1));
  expect(server.sentTo('/exam/drawStations')[0]?.input).toEqual({
    id: 3,
    seen: 0,
    reason: '',
    setup: { ...setup, sheets: ['Task A'], roundMinutes: 60 },
  });
});

it('shows the record of an unpublished draw and publishes it', async () => {
  const { person, server } = await openPage([draw]);
  expect(await screen.findByText(/^The result is not published yet/)).toBeDefined();
  expect(screen.getByRole('row', { name: /Person 7 001 Task B S2/ })).toBeDefined();
  expect(screen.getByText('12345')).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Publish to examinees' }));
  await person.click(screen.getAllByRole('button', { name: 'Publish to examinees' }).at(-1) as HTMLElement);
  await waitFor(() => expect(server.sentTo('/exam/publishDraw')).toHaveLength(1));
  expect(server.sentTo('/exam/publishDraw')[0]?.input).toEqual({ id: 3, number: 1 });
});

it('asks for a reason before a second draw, and starts from the settings of the first', async () => {
  const { person, server } = await openPage([draw]);
  await person.click(await screen.findByRole('button', { name: 'Draw again' }));
  const confirm = () => screen.getAllByRole('button', { name: 'Draw again' }).at(-1) as HTMLElement;
  await person.click(confirm());
  expect(await screen.findByText('Required')).toBeDefined();
  await person.type(screen.getByLabelText(/^Reason/), 'S2 broke down');
  await person.click(confirm());
  await waitFor(() => expect(server.sentTo('/exam/drawStations')).toHaveLength(1));
  expect(server.sentTo('/exam/drawStations')[0]?.input).toEqual({ id: 3, seen: 1, reason: 'S2 broke down', setup });
});

it('shows part and kind of the exam with the punctuation of the interface language', async () => {
  await openPage([]);
  expect(await screen.findByText(/^Practical skill \((New|Resit)\) · /)).toBeDefined();
});

it('reports a result that the seed does not reproduce, a missing examinee and the reason of the draw', async () => {
  const again = { ...draw, number: 2, reason: 'S2 broke down', repeatable: false, missing: ['Person 8'] };
  await openPage([again, draw]);
  expect(await screen.findByText(/^Recalculating from the seed gives a different result/)).toBeDefined();
  expect(screen.getByText('1 examinee is not in this draw: Person 8. Draw again.')).toBeDefined();
  expect(screen.getByText('S2 broke down')).toBeDefined();
});

it('warns of rounds that end after the exam, before and after the draw', async () => {
  const late = {
    ...draw,
    places: draw.places.map((one) => ({ ...one, visits: one.visits.map((visit) => ({ ...visit, endMs: endMs + 1 })) })),
  };
  const { person } = await openPage([late]);
  expect(
    await screen.findByText('The last round ends after the exam (2026-12-01 12:00). Draw again, or give the exam more time.'),
  ).toBeDefined();
  await person.click(screen.getByRole('button', { name: 'Draw again' }));
  expect(screen.queryByText(/Shorten the rounds/)).toBeNull();
  const minutes = screen.getByLabelText(/^Each round/);
  await person.clear(minutes);
  await person.type(minutes, '60');
  expect(screen.getByText(/^The last round ends after the exam \(2026-12-01 12:00\)\. Shorten the rounds/)).toBeDefined();
});

it('can be used with the keyboard alone', async () => {
  const { person, server } = await openPage([]);
  const open = await screen.findByRole('button', { name: 'Draw' });
  await tabTo(person, open);
  await person.keyboard('{Enter}');
  await tabTo(person, await screen.findByRole('radio', { name: /^One station/ }));
  // The arrow key is held down until the radio group has moved the focus, as a person's finger does.
  await person.keyboard('{ArrowDown>}');
  await waitFor(() => expect(screen.getByRole('radio', { name: /^Every examinee/, checked: true })).toBeDefined());
  await person.keyboard('{/ArrowDown}');
  await tabTo(person, screen.getByLabelText(/^Stations/));
  // Enter in a list of names begins the next line.
  await person.keyboard('S1{Enter}S2');
  await tabTo(person, screen.getByLabelText(/^Task sheets/));
  await person.keyboard('Task A');
  await tabTo(person, screen.getByLabelText(/^Each round/));
  await person.keyboard('{Control>}a{/Control}20');
  await tabTo(person, screen.getAllByRole('button', { name: 'Draw' }).at(-1) as HTMLElement);
  await person.keyboard('{Enter}');
  await waitFor(() => expect(server.sentTo('/exam/drawStations')).toHaveLength(1));
  expect(server.sentTo('/exam/drawStations')[0]?.input.setup).toMatchObject({ mode: 'rotation', stations: ['S1', 'S2'], roundMinutes: 20 });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement).toBe(open));
});

it('shows input errors beside their fields, and sends nothing', async () => {
  const { person, server } = await openPage([]);
  await person.click(await screen.findByRole('button', { name: 'Draw' }));
  await person.click(screen.getByRole('radio', { name: /^Every examinee/ }));
  await person.type(screen.getByLabelText(/^Stations/), Array.from({ length: 13 }, (_, at) => `S${at}`).join('\n'));
  await person.type(screen.getByLabelText(/^Task sheets/), 'A\nA');
  await person.clear(screen.getByLabelText(/^Between rounds/));
  await person.click(screen.getAllByRole('button', { name: 'Draw' }).at(-1) as HTMLElement);
  expect(await screen.findByText('At most 12')).toBeDefined();
  expect(screen.getByText('A name appears twice: A')).toBeDefined();
  expect(screen.getByText('0 to 120 minutes')).toBeDefined();
  expect(server.sentTo('/exam/drawStations')).toHaveLength(0);
});

it('does not replace a draw that a colleague made while the dialog was open', async () => {
  const { person, server, client } = await openPage([]);
  await person.click(await screen.findByRole('button', { name: 'Draw' }));
  const dialog = await screen.findByRole('dialog');
  await person.type(within(dialog).getByLabelText(/^Stations/), 'S1');
  await person.type(within(dialog).getByLabelText(/^Task sheets/), 'Task A');
  server.answer('/exam/getDraws', { id: 3, name: 'Exam', part: 'practical', draws: [draw] } as never);
  await act(() => client.invalidateQueries());
  await screen.findByText('Person 7');
  server.refuse('/exam/drawStations', 'refused', 'Draw 1 was made in the meantime');
  await person.click(within(dialog).getByRole('button', { name: 'Draw' }));
  expect(await within(dialog).findByText('Draw 1 was made in the meantime')).toBeDefined();
  expect(server.sentTo('/exam/drawStations')[0]?.input).toMatchObject({ seen: 0, reason: '' });
});
