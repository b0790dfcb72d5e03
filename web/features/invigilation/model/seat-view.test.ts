import { expect, test } from 'vitest';
import type { RoomBoard, RoomSeat } from '../../../../sync/contract/exams/invigilation.ts';
import type { OwnRoomCommand } from '../../../../sync/engine/client/room-session.ts';
import { countRoomFigures, chooseFreeGrant, estimateClockOffset, computePausedMs, computeSeatViews } from './seat-view.ts';

const seat = (attemptId: string, more: Partial<RoomSeat> = {}): RoomSeat => ({
  userId: 1,
  attemptId,
  seatNo: 1,
  name: '甲',
  ticketNo: '1',
  photo: '',
  idTail: '',
  status: 0,
  entered: true,
  epoch: 1,
  answered: 3,
  receivedOps: 4,
  extensionMs: 0,
  handedIn: false,
  complete: false,
  identity: 'unchecked',
  pause: null,
  marks: [],
  handIns: [],
  heardMs: 1_000,
  connected: true,
  offlineReady: null,
  waiting: 0,
  seen: {},
  sheet: 'none',
  entryPhoto: 'notAsked',
  ...more,
});
const board = (seats: RoomSeat[], acts: RoomBoard['acts'] = []) => ({ seats, acts }) as unknown as RoomBoard;
const own = (actId: string, act: OwnRoomCommand['act'], attemptIds: string[]): OwnRoomCommand => ({
  streamId: 's',
  seq: Number(actId),
  actId,
  act,
  attemptIds,
  actor: 5,
  wallMs: 0,
  receivedMs: 0,
  fates: {},
  isJudged: false,
  delivered: false,
});

test('computeSeatViews shows this tablet’s command at once, and the server’s decision once it arrives', () => {
  const acts = [
    own('1', { kind: 'cheating', reason: '夹带', note: '' }, ['a']),
    own('2', { kind: 'extend', ms: 600_000, reason: '断电' }, ['a', 'b']),
    own('3', { kind: 'absent', reason: '' }, ['b', 'c']),
  ];
  const seats = [seat('a'), seat('b'), seat('c', { receivedOps: 0, answered: 0, status: -1, entered: false })];
  const [a, b, c] = computeSeatViews(board(seats), acts, 2_000);
  expect([a?.status, a?.extensionMs, a?.unsent]).toEqual([-3, 600_000, 2]);
  // An examinee whose answers arrive is not absent, even if a command says so.
  expect([b?.status, b?.extensionMs]).toEqual([0, 600_000]);
  expect(c?.status).toBe(-2);
  const judged = { streamId: 's', seq: 2, actId: '2', fates: { a: 'late' } } as unknown as RoomBoard['acts'][number];
  expect(computeSeatViews(board(seats, [judged]), acts, 2_000)[0]?.extensionMs).toBe(0);
});

test('computeSeatViews reports silence after more than one poll interval, except after a complete delivery', () => {
  const seats = [
    seat('a', { connected: true, heardMs: 0 }),
    seat('b', { connected: false, heardMs: 0, handedIn: true, complete: true, status: 1 }),
    seat('c', { heardMs: 128_000 - 40_000, handedIn: true, status: 1 }),
  ];
  const views = computeSeatViews(board(seats), [], 128_000);
  expect(views.map((view) => view.silentMs)).toEqual([128_000, null, null]);
  expect(countRoomFigures(views)).toEqual({ expected: 3, present: 3, inExam: 1, handedIn: 2, undelivered: 2 });
});

test('chooseFreeGrant returns an unused grant number of the seat, or null if none is left', () => {
  const acts = Array.from({ length: 15 }, (_, grant) => own(String(grant), { kind: 'extend', ms: 60_000, reason: 'x', grant }, ['a']));
  expect(chooseFreeGrant('a', acts, () => 0.99)).toBe(15);
  expect(chooseFreeGrant('b', acts, () => 0)).toBe(0);
  expect(chooseFreeGrant('a', [...acts, own('16', { kind: 'extend', ms: 60_000, reason: 'x', grant: 15 }, ['a'])], () => 0)).toBeNull();
});

test('computePausedMs uses the server’s clock, or this tablet’s if the server does not know the pause', () => {
  // The clock of the tablet that paused is ten minutes ahead of this tablet's.
  const pause = { ...own('7', { kind: 'pause', reason: '断电' }, ['a']), attemptIds: ['a'] };
  const decided = { ...pause, wallMs: 700_000, receivedMs: 100_000, by: '', photo: false };
  const clocks = [400_000, 405_000] as const;
  expect(computePausedMs('7', board([], [decided]), [], ...clocks)).toBe(300_000);
  // This tablet's own pause, unknown to the server, is measured by this tablet's clock.
  const ownPause = { ...own('8', { kind: 'pause', reason: '断电' }, ['a']), wallMs: 345_000 };
  expect(computePausedMs('8', board([], [decided]), [ownPause], ...clocks)).toBe(60_000);
  // A pause that no tablet made is the server's, after an examinee left the paper; it gives no time back (decision 032).
  expect(computePausedMs('9', board([], [decided]), [ownPause], ...clocks)).toBe(0);
});

test('estimateClockOffset restores the server’s time from the stored board when the page loads offline', () => {
  const wallMs = 10_000_000;
  const kept = { value: { board: { serverNow: wallMs + 3_600_000 } }, keptMs: wallMs };
  expect(wallMs + 60_000 + estimateClockOffset(kept)).toBe(wallMs + 3_660_000);
});
