import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import type { SpareKit } from '../../../../sync/contract/exams/spare.ts';
import { i18n } from '../../../lib/i18n.ts';
import { deviceDatabase } from '../../../platform/journal/device-database.ts';
import { deleteOldSpareKits, storeSpareKit } from '../../../platform/exam-device/spare-kits.ts';
import { SparePage } from './spare-page.tsx';

const hour = 3_600_000;
const createKit = (planId: number, name: string, startMs: number, roomId = 1, seats = ['01', '02']): SpareKit => ({
  planId,
  name,
  startMs,
  durationMs: hour,
  roomId,
  roomName: 'Hall',
  packages: [],
  seats: seats.map((seatLabel) => ({
    planId,
    ticketNo: `T${seatLabel}`,
    seatLabel,
    epoch: 2,
    salt: 'AA',
    rounds: 100_000,
    sealed: 'AA',
  })),
});
const store = (kit: SpareKit) => storeSpareKit(kit, createSessionUser('teacher'));

beforeEach(() => deviceDatabase.settings.clear());

async function openPage() {
  await i18n.load(['examAround']);
  const page = await renderPage(<SparePage />, { at: '/spare', person: null });
  return {
    ...page,
    exam: () => screen.findByRole('combobox', { name: 'Exam and room' }),
    seat: () => screen.getByRole('combobox', { name: 'Seat' }),
  };
}

it('shows a spare PC’s kit as soon as it is stored, and hides a deleted kit', async () => {
  await openPage();
  expect(await screen.findByText(/^This PC is not prepared/)).toBeDefined();
  await act(() => store(createKit(1, 'May', Date.now())));
  expect((await screen.findByRole('combobox', { name: 'Exam and room' })).textContent).toBe('May · Hall');
  await act(() => deleteOldSpareKits(Date.now() + 48 * hour));
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

it('keeps the chosen seat when a later exam joins the list', async () => {
  await store(createKit(1, 'May', Date.now()));
  const page = await openPage();
  await page.exam();
  await page.person.click(page.seat());
  await page.person.click(await screen.findByRole('option', { name: '02 · T02' }));
  await act(() => store(createKit(2, 'June', Date.now() + hour)));
  await page.person.click(await page.exam());
  expect(await screen.findByRole('option', { name: 'June · Hall' })).toBeDefined();
  await page.person.keyboard('{Escape}');
  expect((await page.exam()).textContent).toBe('May · Hall');
  expect(page.seat().textContent).toBe('02 · T02');
});

it('keeps the kits of two rooms of the same name apart, and sorts the seats of each', async () => {
  const startMs = Date.now();
  await act(() => store(createKit(1, 'May', startMs, 1, ['02', '10', '1'])));
  await act(() => store(createKit(1, 'May', startMs, 2, ['07'])));
  const page = await openPage();
  await page.person.click(await page.exam());
  expect(await screen.findAllByRole('option', { name: 'May · Hall' })).toHaveLength(2);
  await page.person.keyboard('{Escape}');
  expect(page.seat().textContent).toBe('Choose a seat');
  await page.person.click(page.seat());
  const seats = await screen.findAllByRole('option');
  expect(seats.map(({ textContent }) => textContent)).toEqual(['1 · T1', '02 · T02', '10 · T10']);
});
