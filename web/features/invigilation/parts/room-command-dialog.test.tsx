import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createEmptySeat, createSeat, createRoomOnTablet } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import type { DialogCommandKind } from '../model/room-command-input.ts';
import type { TargetedRoomCommand } from '../model/targeted-commands.ts';
import type { RoomState } from '../model/room-state.ts';
import { RoomCommandDialog } from './room-command-dialog.tsx';

/** Opens the dialog of `kind` for seats with `seatFields`. The test decides how the tablet stores the commands. */
async function openDialog(kind: DialogCommandKind, seatFields: Parameters<typeof createRoomOnTablet>[0], more: Partial<RoomState> = {}) {
  startFakeServer();
  await i18n.load(['invigilation', 'camera', 'codes']);
  const { room, seats } = createRoomOnTablet(seatFields, more);
  const acts: TargetedRoomCommand[] = [];
  const tablet = { store: async () => true, closed: 0 };
  const commandRequest = { kind, seats: kind === 'incident' ? [] : seats, actId: '00000000-0000-4000-8000-00000000aaaa' };
  const onAct = async (made: readonly TargetedRoomCommand[]): Promise<boolean> => {
    acts.push(...made);
    return tablet.store();
  };
  const page = await renderPage(
    <RoomCommandDialog request={commandRequest} room={room} onAct={onAct} onClose={() => (tablet.closed += 1)} />,
    {
      person: createSessionUser('invigilator'),
    },
  );
  const confirm = (name: string) => screen.getByRole('button', { name });
  return { ...page, acts, tablet, seats, confirm };
}
const idsOf = (acts: readonly TargetedRoomCommand[]) => acts.flatMap(({ attemptIds }) => attemptIds);

describe('room command on a selection of seats', () => {
  it('“absent” leaves out an examinee who is sitting the exam, and names them', async () => {
    const dialog = await openDialog('absent', [createSeat(1), createEmptySeat(2), createEmptySeat(3)]);
    expect(screen.getByText(/^Not marked absent.*: 01 Person 1\.$/)).toBeDefined();
    expect(screen.getByText('02 Person 2, 03 Person 3')).toBeDefined();
    await dialog.person.click(dialog.confirm('Mark 2 absent'));
    expect(idsOf(dialog.acts)).toEqual(dialog.seats.slice(1).map(({ attemptId }) => attemptId));
    expect(dialog.tablet.closed).toBe(1);
  });

  it('“absent” leaves out an examinee whose PC is in the waiting room', async () => {
    await openDialog('absent', [createSeat(1, { receivedOps: 0, status: -1 }), createEmptySeat(2)]);
    expect(screen.getByText(/^Not marked absent.*: 01 Person 1\.$/)).toBeDefined();
  });

  it('“absent” is disabled if every selected examinee has entered meanwhile', async () => {
    const dialog = await openDialog('absent', [createSeat(1)]);
    expect(dialog.confirm('Mark 0 absent').hasAttribute('disabled')).toBe(true);
  });

  it('a pause leaves out an examinee who is already paused', async () => {
    const paused = { pauseId: '00000000-0000-4000-8000-000000000009', reason: 'x' };
    await openDialog('pause', [createSeat(1, { pause: paused }), createSeat(2)]);
    expect(screen.getByText(/^Skipped, because they are already paused: 01 Person 1/)).toBeDefined();
  });
});

describe('extension', () => {
  it('shows no code to dismiss if tablet and PC are online', async () => {
    const dialog = await openDialog('extend', [createSeat(1), createSeat(2)]);
    await dialog.person.click(screen.getByRole('button', { name: 'The PC failed' }));
    await dialog.person.click(dialog.confirm('Extend by 10 min'));
    await waitFor(() => expect(dialog.tablet.closed).toBe(1));
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows the code only of the seat whose PC has no network', async () => {
    const dialog = await openDialog('extend', [createSeat(1), createSeat(2, { connected: false })]);
    await dialog.person.click(screen.getByRole('button', { name: 'Power cut' }));
    await dialog.person.click(dialog.confirm('Extend by 10 min'));
    expect(await screen.findByRole('status', { name: 'Extra-time codes 02 Person 2' })).toBeDefined();
    expect(screen.queryByRole('status', { name: /Person 1/ })).toBeNull();
    // The dialog that shows the codes takes clicks only after the previous dialog has closed.
    await waitFor(() => dialog.person.click(dialog.confirm('Done')));
    expect(dialog.tablet.closed).toBe(1);
  });

  it('shows every code if the tablet has no network', async () => {
    const dialog = await openDialog('extend', [createSeat(1), createSeat(2)], { online: false });
    await dialog.person.click(screen.getByRole('button', { name: 'Power cut' }));
    await dialog.person.click(dialog.confirm('Extend by 10 min'));
    await waitFor(() => expect(screen.getAllByRole('status', { name: /Person/ })).toHaveLength(2));
  });

  it('reports wrong minutes and asks for a reason', async () => {
    const dialog = await openDialog('extend', [createSeat(1)]);
    await dialog.person.clear(screen.getByRole('spinbutton'));
    await dialog.person.click(dialog.confirm('Extend by 0 min'));
    expect(screen.getByText('Enter a whole number from 1 to 63')).toBeDefined();
    expect(screen.getByText('Enter a text')).toBeDefined();
    expect(dialog.acts).toEqual([]);
  });
});

describe.each([
  ['absent', 'Mark 1 absent', ''],
  ['cheating', 'Mark as cheating', 'Used a phone'],
  ['extend', 'Extend by 10 min', 'Power cut'],
  ['pause', 'Pause the exam', 'Power cut'],
  ['message', 'Send', 'Please keep quiet.'],
  ['move', 'Show move code', 'The PC failed'],
  ['incident', 'Add to the log', 'Power cut'],
  ['revoke', 'Revoke cheating mark', 'Marked by mistake'],
  ['reopen', 'Reopen the hand-in', 'Handed in by mistake'],
] as const)('room command dialog of %s', (kind, button, reason) => {
  const seat =
    kind === 'absent'
      ? createEmptySeat(1)
      : createSeat(1, {
          marks: [{ markId: '00000000-0000-4000-8000-000000000001', reason: 'x' }],
          handIns: [{ streamId: '00000000-0000-4000-8000-000000000002', seq: 3 }],
        });

  it('names the command on its button, and offers ready-made reasons', async () => {
    const dialog = await openDialog(kind, [seat]);
    if (reason !== '') {
      await dialog.person.click(dialog.confirm(button));
      expect(screen.getByText('Enter a text')).toBeDefined();
      await dialog.person.click(screen.getByRole('button', { name: reason }));
    }
    await dialog.person.click(dialog.confirm(button));
    await waitFor(() => expect(dialog.acts).toHaveLength(1));
    expect(JSON.stringify(dialog.acts[0]?.command)).toContain(reason);
  });

  it('stays open with the typed text if the tablet cannot store the command', async () => {
    const dialog = await openDialog(kind, [seat]);
    dialog.tablet.store = async () => false;
    await dialog.person.type(screen.getAllByRole('textbox')[0] as HTMLElement, 'typed');
    await dialog.person.click(dialog.confirm(button));
    expect(await screen.findByText(/^The tablet could not save this action/)).toBeDefined();
    expect(screen.getByDisplayValue('typed')).toBeDefined();
    expect(dialog.tablet.closed).toBe(0);
  });
});

it('an identity check shows the end of the ID number, and records a mismatch without a note', async () => {
  const dialog = await openDialog('identity', [createSeat(1, { idTail: '1234' })]);
  expect(screen.getByText('1234')).toBeDefined();
  await dialog.person.click(dialog.confirm('Identity does not match'));
  expect(dialog.acts[0]?.command).toMatchObject({ kind: 'identity', matches: false });
});
