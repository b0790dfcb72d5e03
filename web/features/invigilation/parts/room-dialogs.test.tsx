import { screen, within } from '@testing-library/react';
import type { ReactElement } from 'react';
import { describe, expect, it } from 'vitest';
import { startFakeServer } from '../../../../tests/fixtures/component/fake-server.ts';
import { createSessionUser, renderPage } from '../../../../tests/fixtures/component/render-page.tsx';
import { createEmptySeat, createSeat, tabletExamStartMs, createRoomOnTablet } from '../../../../tests/fixtures/component/room-on-tablet.ts';
import { i18n } from '../../../lib/i18n.ts';
import { recreateSeatCodes } from '../model/room-command-input.ts';
import type { TargetedRoomCommand } from '../model/targeted-commands.ts';
import { RoomCommandLog } from './room-command-log.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { CodeDialog } from '../pages/room-page.tsx';

const hour = 3_600_000;

async function open(dialog: ReactElement) {
  startFakeServer();
  await i18n.load(['invigilation', 'codes']);
  return renderPage(dialog, { person: createSessionUser('invigilator') });
}

describe('dialog that closes a room', () => {
  const absent = { ...createEmptySeat(2), status: -2 as const };
  const completeSeat = createSeat(1, { status: 1, handedIn: true, complete: true });

  async function openClose(
    seats: Parameters<typeof createRoomOnTablet>[0],
    { nowMs = tabletExamStartMs + 2 * hour, isStored = true } = {},
  ) {
    const { room, seats: seatViews } = createRoomOnTablet(seats);
    if (room.board === null) throw new Error('no board');
    const acts: TargetedRoomCommand[] = [];
    const tablet = { closed: 0 };
    const onAct = async (made: readonly TargetedRoomCommand[]): Promise<boolean> => {
      acts.push(...made);
      return isStored;
    };
    const dialog = <CloseDialog board={room.board} seats={seatViews} nowMs={nowMs} onAct={onAct} onClose={() => (tablet.closed += 1)} />;
    return { ...(await open(dialog)), acts, tablet, button: () => screen.getByRole('button', { name: 'Close the room' }) };
  }

  it('records every seat of a room whose answers are complete', async () => {
    const page = await openClose([completeSeat, absent]);
    await page.person.click(page.button());
    expect(page.acts[0]?.command).toMatchObject({ kind: 'close', seats: [{ whole: true }, { whole: true }] });
    expect(page.tablet.closed).toBe(1);
  });

  it('requires a reason for an incomplete seat, and offers ready-made reasons', async () => {
    const page = await openClose([completeSeat, createSeat(3)]);
    await page.person.click(page.button());
    expect(screen.getByText('Enter a text')).toBeDefined();
    expect(page.acts).toEqual([]);
    await page.person.click(screen.getByRole('button', { name: 'The examinee has left' }));
    await page.person.click(page.button());
    expect(page.acts[0]?.command).toMatchObject({ seats: [{ waived: '' }, { waived: 'The examinee has left' }] });
  });

  it('names examinees who may still write, and records nothing', async () => {
    const page = await openClose([createSeat(3)], { nowMs: tabletExamStartMs });
    await page.person.click(page.button());
    expect(screen.getByText(/03 Person 3$/)).toBeDefined();
    expect(page.acts).toEqual([]);
  });

  it('stays open if the tablet cannot store the command', async () => {
    const page = await openClose([completeSeat], { isStored: false });
    await page.person.click(page.button());
    expect(await screen.findByText(/^The tablet could not save this action/)).toBeDefined();
    expect(page.tablet.closed).toBe(0);
  });
});

describe('release code dialog', () => {
  const dialogAt = (nowMs: number, releaseCode: string) =>
    open(<CodeDialog room={createRoomOnTablet([], { nowMs, releaseCode }).room} onClose={() => undefined} />);

  it('explains how to get a code that the tablet does not have', async () => {
    await dialogAt(tabletExamStartMs, '');
    expect(screen.getByText(/^This tablet does not have the release code yet/)).toBeDefined();
  });

  it('does not show the code early', async () => {
    await dialogAt(tabletExamStartMs - hour, '7K2M-4QXB-9RTC');
    expect(screen.queryByRole('button', { name: 'Show release code' })).toBeNull();
    expect(document.body.textContent).not.toContain('7K2M');
  });

  it('shows the code at a press', async () => {
    const page = await dialogAt(tabletExamStartMs, '7K2M-4QXB-9RTC');
    expect(document.body.textContent).not.toContain('7K2M');
    await page.person.click(screen.getByRole('button', { name: 'Show release code' }));
    expect(screen.getByText('7K2M-4QXB-9RTC')).toBeDefined();
  });
});

describe('log of room commands', () => {
  const seat = createSeat(1);
  const done = {
    streamId: 's',
    seq: 1,
    actId: 'a',
    attemptIds: [seat.attemptId],
    by: 'Li Hua',
    wallMs: tabletExamStartMs,
    receivedMs: tabletExamStartMs,
    fates: { [seat.attemptId]: 'holds' as const },
    photo: false,
    act: {
      kind: 'extend' as const,
      ms: 6e5,
      reason: 'Power cut',
      grant: 3,
    },
  };

  it('says that there are no actions yet', async () => {
    await open(<RoomCommandLog decidedCommands={[]} ownCommands={[]} seats={[]} />);
    expect(screen.getByText('No actions yet')).toBeDefined();
  });

  it('shows the codes of an extension again, for a PC that lost its network later', async () => {
    const requestedActs: TargetedRoomCommand['command'][] = [];
    const page = await open(
      <RoomCommandLog decidedCommands={[done]} ownCommands={[]} seats={[seat]} onCodes={({ act }) => requestedActs.push(act)} />,
    );
    await page.person.click(within(screen.getByRole('listitem')).getByRole('button', { name: 'Extra-time codes' }));
    expect(requestedActs).toEqual([done.act]);
    const { room, seats } = createRoomOnTablet([seat, createSeat(2)]);
    const [code, ...others] = await recreateSeatCodes(done, room.roomKey, seats);
    expect(code).toMatchObject({ seatName: '01 Person 1', code: expect.stringMatching(/^\w{5}-\w{5}$/) as string });
    expect(others).toEqual([]);
  });
});
