import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  mapSeatMarks,
  formatPlaceKey,
  type RoomShape,
  listRoomSeats,
  getVariantAtPlace,
} from '../../../../../sync/domain/exams/room-seats.ts';
import { seatMarks, seatNumberings } from '../../../../../sync/contract/exams/seat-codes.ts';
import {
  type SeatArrangementTask,
  arrangeSeats,
  listNeighbourKeys,
  countRelatedNeighbours,
  type PersonToSeat,
} from './seat-arrangement.ts';
import { arrangeSeatsInThread } from './arrange-seats-in-thread.ts';

const shape: fc.Arbitrary<RoomShape> = fc.record({
  rows: fc.integer({ min: 1, max: 7 }),
  columns: fc.integer({ min: 1, max: 6 }),
  marks: fc.uniqueArray(
    fc.record({ row: fc.integer({ min: 1, max: 8 }), column: fc.integer({ min: 1, max: 7 }), kind: fc.constantFrom(...seatMarks) }),
    { maxLength: 8, selector: ({ row, column }) => formatPlaceKey(row, column) },
  ),
  numbering: fc.constantFrom(...seatNumberings),
});
const task: fc.Arbitrary<SeatArrangementTask> = fc
  .record({
    shapes: fc.array(shape, { minLength: 1, maxLength: 5 }),
    classes: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 120 }),
    fill: fc.constantFrom('full' as const, 'even' as const),
    seed: fc.integer({ min: 1, max: 999_999_999 }),
  })
  .map(({ shapes, classes, fill, seed }) => ({
    rooms: shapes.map((room, at) => ({ id: at + 1, seats: listRoomSeats(room) })),
    people: classes.map((group, at) => ({ userId: at + 1, className: group === 0 ? '' : `${group}`, employer: '' })),
    keptSeats: [],
    fill,
    seed,
  }));
const seatKeys = (seats: readonly { roomId: number; seatNo: number }[]): string[] => seats.map((seat) => `${seat.roomId}/${seat.seatNo}`);

describe('the seats of a room', () => {
  it('are numbered from 1 without gaps, each place once, without places that have no seat', () => {
    fc.assert(
      fc.property(shape, (room) => {
        const seats = listRoomSeats(room);
        const marks = mapSeatMarks(room);
        expect(seats.map((seat) => seat.no)).toEqual(seats.map((_seat, at) => at + 1));
        expect(new Set(seats.map((seat) => formatPlaceKey(seat.row, seat.column))).size).toBe(seats.length);
        const seatless = [...marks.values()].filter((kind) => kind !== 'accessible').length;
        expect(seats.length).toBe(room.rows * room.columns - seatless);
      }),
    );
  });

  it('get another variant than their neighbours, with two variants or more', () => {
    fc.assert(
      fc.property(shape, fc.constantFrom(['A', 'B'], ['A', 'B', 'C'], ['A', 'B', 'C', 'D']), (room, variants) => {
        const at = new Map(listRoomSeats(room).map((seat) => [formatPlaceKey(seat.row, seat.column), seat]));
        for (const seat of at.values())
          for (const place of listNeighbourKeys(seat)) {
            const next = at.get(place);
            if (next)
              expect(getVariantAtPlace(next.row, next.column, variants)).not.toBe(getVariantAtPlace(seat.row, seat.column, variants));
          }
      }),
    );
  });

  it('are numbered along an S-shaped path that skips lines without a seat', () => {
    const room: RoomShape = {
      rows: 2,
      columns: 3,
      marks: [1, 2].map((row) => ({ row, column: 2, kind: 'gap' })),
      numbering: 'snakeColumns',
    };
    expect(listRoomSeats(room).map(({ row, column }) => [row, column])).toEqual([
      [1, 1],
      [2, 1],
      [2, 3],
      [1, 3],
    ]);
  });
});

describe('arrangeSeats', () => {
  it('gives every person at most one seat, fills all it can, and repeats its result for the same seed', () => {
    fc.assert(
      fc.property(task, (one) => {
        const seats = arrangeSeats(one);
        const room = one.rooms.reduce((sum, { seats: all }) => sum + all.length, 0);
        expect(new Set(seatKeys(seats)).size).toBe(seats.length);
        expect(new Set(seats.map((seat) => seat.userId)).size).toBe(seats.length);
        expect(seats.length).toBe(Math.min(room, one.people.length));
        const existingKeys = new Set(
          one.rooms.flatMap(({ id, seats: all }) => seatKeys(all.map(({ no }) => ({ roomId: id, seatNo: no })))),
        );
        expect(seatKeys(seats).filter((key) => !existingKeys.has(key))).toEqual([]);
        expect(arrangeSeats(one)).toEqual(seats);
      }),
    );
  });

  it('leaves everybody in place whom a change does not affect', () => {
    fc.assert(
      fc.property(task, fc.nat({ max: 20 }), fc.nat({ max: 20 }), fc.boolean(), (one, leave, join, closeRoom) => {
        const before = arrangeSeats(one);
        const newcomers: PersonToSeat[] = Array.from({ length: join }, (_, at) => ({ userId: 1000 + at, className: '9', employer: '' }));
        const people = [...one.people.slice(leave), ...newcomers];
        const rooms = closeRoom && one.rooms.length > 1 ? one.rooms.slice(1) : one.rooms;
        const after = arrangeSeats({ ...one, rooms, people, keptSeats: before, seed: one.seed + 1 });
        const stay = new Set(people.map((person) => person.userId));
        const untouched = before.filter((seat) => stay.has(seat.userId) && rooms.some((room) => room.id === seat.roomId));
        const now = new Map(after.map((seat) => [seat.userId, seat]));
        expect(untouched.map((seat) => now.get(seat.userId))).toEqual(untouched);
        expect(new Set(seatKeys(after)).size).toBe(after.length);
      }),
    );
  });

  it('accepts only one of two claims to a seat, and no claim to a seat that does not exist', () => {
    const rooms = [{ id: 1, seats: listRoomSeats({ rows: 1, columns: 2, marks: [], numbering: 'rows' }) }];
    const people = [1, 2, 3].map((userId) => ({ userId, className: '', employer: '' }));
    const keptSeats = [
      { userId: 1, roomId: 1, seatNo: 2 },
      { userId: 2, roomId: 1, seatNo: 2 },
      { userId: 3, roomId: 1, seatNo: 9 },
      { userId: 4, roomId: 1, seatNo: 1 },
    ];
    const seats = arrangeSeats({ rooms, people, keptSeats, fill: 'full', seed: 1 });
    expect(seats).toHaveLength(2);
    expect(seats[0]).toEqual({ userId: 1, roomId: 1, seatNo: 2 });
  });

  it('separates classmates where classes of one size share a room, and spreads classes over rooms', () => {
    const rooms = [1, 2, 3].map((id) => ({ id, seats: listRoomSeats({ rows: 6, columns: 5, marks: [], numbering: 'snakeColumns' }) }));
    const people = Array.from({ length: 90 }, (_, at) => ({ userId: at + 1, className: `${at % 3}`, employer: '' }));
    for (const seed of [1, 2, 3, 20_261_205]) {
      const seats = arrangeSeats({ rooms, people, keptSeats: [], fill: 'full', seed });
      expect(countRelatedNeighbours(rooms, people, seats)).toBe(0);
      const classOf = new Map(people.map((person) => [person.userId, person.className]));
      for (const { id } of rooms) {
        const counts = Object.values(
          Object.groupBy(
            seats.filter((seat) => seat.roomId === id),
            (seat) => classOf.get(seat.userId) ?? '',
          ),
        );
        for (const group of counts) expect(Math.abs((group?.length ?? 0) - 10)).toBeLessThanOrEqual(1);
      }
    }
  });

  it('keeps wheelchair seats free until the other seats are taken', () => {
    const accessible = { row: 1, column: 1, kind: 'accessible' as const };
    const rooms = [{ id: 1, seats: listRoomSeats({ rows: 2, columns: 2, marks: [accessible], numbering: 'rows' }) }];
    const people = [1, 2, 3].map((userId) => ({ userId, className: '', employer: '' }));
    const seats = arrangeSeats({ rooms, people, keptSeats: [], fill: 'full', seed: 7 });
    expect(new Set(seats.map((seat) => seat.seatNo))).toEqual(new Set([2, 3, 4]));
  });

  it('runs on a thread of its own, and stops when its caller aborts', async () => {
    const rooms = [{ id: 1, seats: listRoomSeats({ rows: 5, columns: 6, marks: [], numbering: 'snakeColumns' }) }];
    const people = Array.from({ length: 30 }, (_, at) => ({ userId: at + 1, className: `${at % 4}`, employer: '' }));
    const one: SeatArrangementTask = { rooms, people, keptSeats: [], fill: 'full', seed: 5 };
    expect(await arrangeSeatsInThread(one, new AbortController().signal)).toEqual(arrangeSeats(one));
    const stop = new AbortController();
    const waiting = arrangeSeatsInThread(one, stop.signal);
    stop.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
  });
});
