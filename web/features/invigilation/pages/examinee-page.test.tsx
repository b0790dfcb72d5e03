import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CameraReport } from '../../../../sync/contract/exams/camera.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSeat } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { ExamineePage } from './examinee-page.tsx';

/** Opens the page of an examinee. `seatFields` sets fields of the examinee's seat. */
async function openPage(seatFields: Parameters<typeof createSeat>[1], camera: CameraReport[] = []): Promise<void> {
  await i18n.load(['invigilation', 'camera', 'codes', 'words']);
  const plan = { planId: 7, planName: 'Welders', roomId: 1, roomName: '101', startMs: 0, deadlineMs: 1, questionCount: 3 };
  startFakeServer().answer('/invigilation/getExaminee', {
    ...plan,
    seat: createSeat(1, seatFields),
    streams: [],
    handIns: [],
    undecided: [],
    acts: [],
    photos: {},
    camera,
  });
  await renderPage(<ExamineePage />, { path: '/invigilator/exam/item/:id/:user_id', at: '/invigilator/exam/item/7/9' });
}

it('the page counts by kind how often an examinee left the window or captured the screen', async () => {
  await openPage({ seen: { focus: 2, capture: 1 } });
  const panel = (await screen.findByText('Leaving the exam window, and screen captures')).closest('section');
  const rows = within(panel ?? document.body).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual(['Left the exam window2×', 'Pressed the screen-capture key1×']);
});

it('the page shows no panel about leaving the window if the server reports none', async () => {
  await openPage({ seen: {} });
  await screen.findByText('Hand-ins');
  expect(screen.queryByText('Leaving the exam window, and screen captures')).toBeNull();
});

it('the page shows the camera’s pictures with their times, and obstacles in words', async () => {
  const report = { epoch: 1, atMs: 1, receivedMs: 2 };
  await openPage({ entryPhoto: 'taken' }, [
    { kind: 'still', outcome: 'refused', url: null, ...report },
    { kind: 'still', outcome: 'taken', url: null, ...report, atMs: 5 },
    { kind: 'entry', outcome: 'taken', url: '/answer-files/one', ...report },
  ]);
  const panel = (await screen.findByText('Camera')).closest('section') ?? document.body;
  const rows = within(panel).getAllByRole('listitem');
  expect(rows.map((row) => /browser does not allow|Picture deleted/.exec(row.textContent)?.[0])).toEqual([
    'browser does not allow',
    'Picture deleted',
    undefined,
  ]);
  expect(within(panel).getByRole('img').getAttribute('src')).toBe('/answer-files/one');
});
