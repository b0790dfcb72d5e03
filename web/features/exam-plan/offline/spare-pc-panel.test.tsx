import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { deviceDatabase } from '../../../platform/journal/device-database.ts';
import { listSpareKits } from '../../../platform/exam-device/spare-kits.ts';
import { SparePcPanel } from './spare-pc-panel.tsx';

it('SY15: a spare PC is prepared for its room without a release code on the screen', async () => {
  await deviceDatabase.settings.clear();
  const server = startFakeServer();
  const seating = createExampleAnswer('/exam/getSeating', 1);
  const [room = expect.fail('no room'), person = expect.fail('no examinee')] = [seating.rooms[0], seating.people[0]];
  const people = [
    { ...person, userId: 1, roomId: 3 },
    { ...person, userId: 2, roomId: null },
  ];
  server.answer('/exam/getSeating', {
    ...seating,
    rooms: [
      { ...room, id: 3, name: 'Hall' },
      { ...room, id: 4, name: 'Empty room' },
    ],
    people,
  });
  const kit = { planId: 1, name: 'May', startMs: Date.now(), durationMs: 1, roomId: 3, roomName: 'Hall', packages: [], seats: [] };
  server.answer('/exam/getSpareKit', kit);
  await i18n.load(['offline']);
  const { person: user } = await renderPage(<SparePcPanel planId={1} />, { person: createSessionUser('teacher') });
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Hall 1 personMake this PC a spare PC for the room',
    'Examinees without a room 1 personMake this PC a spare PC for the room',
  ]);
  const [button] = screen.getAllByRole('button', { name: 'Make this PC a spare PC for the room' });
  await user.click(button ?? expect.fail('no button'));
  expect((await screen.findByRole('status')).textContent).toMatch(/^0 seats are ready/);
  expect((await listSpareKits(Date.now())).map((stored) => stored.kit.roomName)).toEqual(['Hall']);
  expect(server.sentTo('/exam/showReleaseCodes')).toEqual([]);
});
