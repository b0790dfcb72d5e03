import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createExampleAnswer } from '../../../../tests/fixtures/component/example-answer.ts';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { i18n } from '../../../lib/i18n.ts';
import { deviceDatabase } from '../../../platform/journal/device-database.ts';
import { listSeatsWithMachines, type Readiness, ReadinessSidebar, RoomCode, ThisMachine } from '../readiness/readiness-page.tsx';

const teacher = { person: createSessionUser('teacher') };
const button = (name: string) => screen.getByRole('button', { name });
const code = { code: '7K3M-00QX', expiresMs: Date.UTC(2026, 4, 20, 9), left: 31 };

beforeEach(async () => {
  await deviceDatabase.settings.clear();
  await i18n.load(['ready', 'examPlan', 'codes']);
});

describe('registration code of a room', () => {
  it('is shown with its limits at one press, and revoked at another', async () => {
    const server = startFakeServer();
    server.answer('/exam/openRoomCode', code);
    server.answer('/exam/closeRoomCode', {});
    const { person } = await renderPage(<RoomCode roomId={4} />, teacher);
    expect(screen.queryByRole('status', { name: 'Room registration code' })).toBeNull();
    await person.click(button('Show registration code'));
    expect((await screen.findByRole('status', { name: 'Room registration code' })).textContent).toBe('7K3M-00QX');
    expect(screen.getByText(/31 more PCs$/)).toBeDefined();
    await person.click(button('Disable registration code'));
    await screen.findByRole('button', { name: 'Show registration code' });
    expect(server.sentTo('/exam/closeRoomCode').map(({ input }) => input)).toEqual([{ roomId: 4 }]);
  });

  it('stays hidden if the server refuses it, and stays shown if revoking it fails', async () => {
    const server = startFakeServer();
    server.refuse('/exam/openRoomCode', 'notFound', 'There is no such room.');
    const { person } = await renderPage(<RoomCode roomId={4} />, teacher);
    await person.click(button('Show registration code'));
    expect(await screen.findByText('There is no such room.')).toBeDefined();
    server.answer('/exam/openRoomCode', code);
    await person.click(button('Show registration code'));
    await screen.findByText('7K3M-00QX');
    server.loseAnswer('/exam/closeRoomCode');
    await person.click(button('Disable registration code'));
    await waitFor(() => expect(button('Disable registration code').getAttribute('aria-busy')).toBeNull());
    expect(screen.getByText('7K3M-00QX')).toBeDefined();
  });
});

it('a teacher registers their own PC with the same code and call', async () => {
  const server = startFakeServer();
  server.answer('/exam/openRoomCode', code);
  server.answer('/exam/registerMachine', { room: 'Hall' });
  server.answer('/exam/machineWork', { room: 'Hall', seatNo: 1, serverNow: 0, drillMs: null, plans: [] });
  server.answer('/sync/time', { serverNow: Date.now(), serverEpoch: 'e' });
  const { person } = await renderPage(<ThisMachine roomId={4} seatCount={2} />, teacher);
  await person.click(button('Register this PC'));
  await screen.findByRole('button', { name: 'Rehearse on this PC' });
  expect(server.sentTo('/exam/registerMachine')[0]?.input).toMatchObject({ roomCode: '7K3M-00QX', seatNo: 1 });
});

describe('rehearsal of a whole room', () => {
  const drill = { ms: 0, opened: true, written: 60, kept: 60, delivered: 60, sends: 90, slowestMs: 4 };
  const machineAt = (seatNo: number, askedMs: number | null): Readiness['machines'][number] => ({
    machineId: `m${seatNo}`,
    seatNo,
    seenMs: 0,
    reportedMs: 0,
    report: {
      revision: 1,
      holds: 'A',
      persisted: true,
      offsetMs: 0,
      worker: '',
      untrusted: false,
      drill:
        askedMs === null
          ? null
          : {
              ...drill,
              askedMs,
            },
    },
  });
  const boardWith = (machines: Readiness['machines'], drillMs: number | null): Readiness => ({
    ...createExampleAnswer('/exam/getReadiness'),
    seats: machines.map(({ seatNo }) => ({ seatNo, variant: 'A' })),
    machines,
    drillMs,
  });
  const openSidebar = (board: Readiness) =>
    renderPage(<ReadinessSidebar board={board} rows={listSeatsWithMachines(board)} planId={1} roomId={4} />, teacher);

  it('notifies all registered PCs once, however often the button is pressed', async () => {
    const server = startFakeServer();
    const page = await openSidebar(boardWith([machineAt(1, null)], null));
    const release = server.hold('/exam/startDrill');
    page.pressTwice(button('Rehearse the whole room'));
    await waitFor(() => expect(button('Rehearse the whole room').getAttribute('aria-busy')).toBe('true'));
    release({ drillMs: 5 });
    expect(await screen.findByText(/^All PCs in the room have been notified/)).toBeDefined();
    expect(server.sentTo('/exam/startDrill').map(({ input }) => input)).toEqual([{ roomId: 4 }]);
  });

  it('counts only the PCs that have finished the newest rehearsal', async () => {
    startFakeServer();
    await openSidebar(boardWith([machineAt(1, 5), machineAt(2, 3), machineAt(3, null)], 5));
    expect(screen.getByText(/: 1 of 3 PCs finished$/)).toBeDefined();
  });

  it('cannot be started before a PC is registered', async () => {
    startFakeServer();
    await openSidebar(boardWith([], null));
    expect(button('Rehearse the whole room').hasAttribute('disabled')).toBe(true);
  });
});
