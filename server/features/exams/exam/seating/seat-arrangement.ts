import type { SeatFill } from '../../../../../sync/contract/exams/seat-codes.ts';
import { formatPlaceKey, type RoomLayoutSeat } from '../../../../../sync/domain/exams/room-seats.ts';
import { createSeededRandom } from '../../../../seeded-random.ts';

/** A person who needs a seat. An empty `className` or `employer` means none. */
export interface PersonToSeat {
  readonly userId: number;
  readonly className: string;
  readonly employer: string;
}
export interface OccupiedSeat {
  readonly userId: number;
  readonly roomId: number;
  readonly seatNo: number;
}
export interface SeatArrangementTask {
  /** Rooms in the plan's order, each with its seats by number. */
  readonly rooms: readonly { readonly id: number; readonly seats: readonly RoomLayoutSeat[] }[];
  /** People to seat, in the order of the plan's list of examinees. */
  readonly people: readonly PersonToSeat[];
  /** Present seats of people who keep them. */
  readonly keptSeats: readonly OccupiedSeat[];
  readonly fill: SeatFill;
  readonly seed: number;
}

/** Tells whether two people share a class or an employer and should not be neighbours. */
export const shareClassOrEmployer = (one: PersonToSeat, other: PersonToSeat): boolean =>
  (one.className !== '' && one.className === other.className) || (one.employer !== '' && one.employer === other.employer);

/** Returns the keys of the places in front, behind, left and right. */
export const listNeighbourKeys = ({ row, column }: Pick<RoomLayoutSeat, 'row' | 'column'>): string[] => [
  formatPlaceKey(row - 1, column),
  formatPlaceKey(row + 1, column),
  formatPlaceKey(row, column - 1),
  formatPlaceKey(row, column + 1),
];

/** Filters the kept seats to those that still exist, one person for a seat and one seat for a person; the first one wins. */
export function filterValidSeats({
  rooms,
  people,
  keptSeats,
}: Pick<SeatArrangementTask, 'rooms' | 'people' | 'keptSeats'>): OccupiedSeat[] {
  const seats = new Map(rooms.map(({ id, seats: all }) => [id, all.length]));
  const unseatedUserIds = new Set(people.map((person) => person.userId));
  const takenSeats = new Set<string>();
  return keptSeats.filter(({ userId, roomId, seatNo }) => {
    const seat = `${roomId}/${seatNo}`;
    if (!unseatedUserIds.has(userId) || seatNo < 1 || seatNo > (seats.get(roomId) ?? 0) || takenSeats.has(seat)) return false;
    unseatedUserIds.delete(userId);
    takenSeats.add(seat);
    return true;
  });
}

/** Orders people so that every class is spread evenly: each slice has about the same share of each class as the whole. */
function spread(people: readonly PersonToSeat[], chance: () => number): PersonToSeat[] {
  const shuffled = [...people];
  for (let at = shuffled.length - 1; at > 0; at -= 1) {
    const other = Math.floor(chance() * (at + 1));
    [shuffled[at], shuffled[other]] = [shuffled[other] as PersonToSeat, shuffled[at] as PersonToSeat];
  }
  const groups = Map.groupBy(shuffled, ({ className, employer }) => (className === '' ? employer : className));
  return [...groups.values()]
    .flatMap((group) => {
      const offset = chance();
      return group.map((person, at) => ({ person, place: (at + offset) / group.length }));
    })
    .toSorted((a, b) => a.place - b.place || a.person.userId - b.person.userId)
    .map(({ person }) => person);
}

/** Computes how many of the `waiting` people each room takes. */
function computeRoomShares(free: readonly number[], sizes: readonly number[], waiting: number, fill: SeatFill): number[] {
  const counts = free.map(() => 0);
  if (fill === 'full') {
    let remaining = waiting;
    for (const [at, seats] of free.entries()) {
      counts[at] = Math.min(seats, remaining);
      remaining -= counts[at];
    }
    return counts;
  }
  const load = (at: number): number => ((sizes[at] ?? 0) - (free[at] ?? 0) + (counts[at] ?? 0) + 1) / Math.max(1, sizes[at] ?? 0);
  for (let n = 0; n < waiting; n += 1) {
    let leastFilled = -1;
    for (const at of free.keys())
      if ((counts[at] ?? 0) < (free[at] ?? 0) && (leastFilled < 0 || load(at) < load(leastFilled))) leastFilled = at;
    if (leastFilled < 0) break;
    counts[leastFilled] = (counts[leastFilled] ?? 0) + 1;
  }
  return counts;
}

/**
 * Seats the `waiting` people on `seats` (equal in number) so that few neighbours share a class or an employer. People already in `personByPlace`
 * stay.
 */
function seatRoom(
  seats: readonly RoomLayoutSeat[],
  waiting: readonly PersonToSeat[],
  personByPlace: Map<string, PersonToSeat>,
): Map<string, PersonToSeat> {
  const unseated = [...waiting];
  const countClashes = (person: PersonToSeat, seat: RoomLayoutSeat): number =>
    listNeighbourKeys(seat).reduce((sum, place) => {
      const neighbour = personByPlace.get(place);
      return sum + (neighbour && neighbour !== person && shareClassOrEmployer(neighbour, person) ? 1 : 0);
    }, 0);
  for (const seat of seats) {
    let best = 0;
    let fewest = Infinity;
    for (const [at, person] of unseated.entries()) {
      const clashCount = countClashes(person, seat);
      if (clashCount < fewest) [best, fewest] = [at, clashCount];
      if (clashCount === 0) break;
    }
    const [person] = unseated.splice(best, 1);
    if (person) personByPlace.set(formatPlaceKey(seat.row, seat.column), person);
  }
  // Swap two people while a swap reduces the number of neighbours who share a class or an employer.
  const getPerson = (seat: RoomLayoutSeat): PersonToSeat => personByPlace.get(formatPlaceKey(seat.row, seat.column)) as PersonToSeat;
  const setPerson = (seat: RoomLayoutSeat, person: PersonToSeat): void =>
    void personByPlace.set(formatPlaceKey(seat.row, seat.column), person);
  for (let hasImproved = true; hasImproved;) {
    hasImproved = false;
    for (const one of seats) {
      if (countClashes(getPerson(one), one) === 0) continue;
      for (const other of seats) {
        if (other === one) continue;
        const [person, otherPerson] = [getPerson(one), getPerson(other)];
        const clashesBefore = countClashes(person, one) + countClashes(otherPerson, other);
        setPerson(one, otherPerson);
        setPerson(other, person);
        if (countClashes(otherPerson, one) + countClashes(person, other) < clashesBefore) {
          hasImproved = true;
          break;
        }
        setPerson(one, person);
        setPerson(other, otherPerson);
      }
    }
  }
  return personByPlace;
}

/**
 * Seats as many people as there are seats. People with a kept seat stay. The others are spread over the rooms, so that each room has its share of
 * each class, and within a room so that neighbours rarely share a class or an employer. Accessible seats are filled last. The same task always gives
 * the same seats.
 */
export function arrangeSeats(task: SeatArrangementTask): OccupiedSeat[] {
  const validSeats = filterValidSeats(task);
  const byUser = new Map(task.people.map((person) => [person.userId, person]));
  const keptUsers = new Set(validSeats.map((seat) => seat.userId));
  const keptOf = Map.groupBy(validSeats, (seat) => seat.roomId);
  const waiting = spread(
    task.people.filter((person) => !keptUsers.has(person.userId)),
    createSeededRandom(task.seed),
  );
  const free = task.rooms.map(({ id, seats }) => {
    const taken = new Set(keptOf.get(id)?.map((seat) => seat.seatNo));
    return seats.filter((seat) => !taken.has(seat.no)).toSorted((a, b) => Number(a.accessible) - Number(b.accessible) || a.no - b.no);
  });
  const counts = computeRoomShares(
    free.map((seats) => seats.length),
    task.rooms.map((room) => room.seats.length),
    waiting.length,
    task.fill,
  );
  let nextIndex = 0;
  const placed = task.rooms.flatMap(({ id, seats }, at) => {
    const count = counts[at] ?? 0;
    const places = new Map(seats.map((seat) => [seat.no, seat]));
    const personByPlace = new Map<string, PersonToSeat>();
    for (const { userId, seatNo } of keptOf.get(id) ?? []) {
      const [seat, person] = [places.get(seatNo), byUser.get(userId)];
      if (seat && person) personByPlace.set(formatPlaceKey(seat.row, seat.column), person);
    }
    const chosenSeats = (free[at] ?? []).slice(0, count).toSorted((a, b) => a.no - b.no);
    seatRoom(chosenSeats, waiting.slice(nextIndex, nextIndex + count), personByPlace);
    nextIndex += count;
    return chosenSeats.flatMap((seat) => {
      const person = personByPlace.get(formatPlaceKey(seat.row, seat.column));
      return person ? [{ userId: person.userId, roomId: id, seatNo: seat.no }] : [];
    });
  });
  return [...validSeats, ...placed];
}

/** Counts the pairs of neighbours for which `isRelated` holds. */
export function countNeighbourPairs(
  rooms: SeatArrangementTask['rooms'],
  occupiedSeats: readonly OccupiedSeat[],
  isRelated: (one: number, other: number) => boolean,
): number {
  const seatsByRoom = Map.groupBy(occupiedSeats, (seat) => seat.roomId);
  let pairs = 0;
  for (const { id, seats } of rooms) {
    const places = new Map(seats.map((seat) => [seat.no, seat]));
    const userByPlace = new Map<string, number>();
    for (const { userId, seatNo } of seatsByRoom.get(id) ?? []) {
      const seat = places.get(seatNo);
      if (seat) userByPlace.set(formatPlaceKey(seat.row, seat.column), userId);
    }
    for (const [place, userId] of userByPlace) {
      const [row = 0, column = 0] = place.split('.').map(Number);
      // Looks only behind and to the right, so that each pair counts once.
      for (const next of [formatPlaceKey(row + 1, column), formatPlaceKey(row, column + 1)]) {
        const neighbour = userByPlace.get(next);
        if (neighbour !== undefined && isRelated(userId, neighbour)) pairs += 1;
      }
    }
  }
  return pairs;
}

/** Counts the pairs of neighbours who share a class or an employer. */
export function countRelatedNeighbours(
  rooms: SeatArrangementTask['rooms'],
  people: readonly PersonToSeat[],
  occupiedSeats: readonly OccupiedSeat[],
): number {
  const byUser = new Map(people.map((person) => [person.userId, person]));
  return countNeighbourPairs(rooms, occupiedSeats, (one, other) => {
    const [a, b] = [byUser.get(one), byUser.get(other)];
    return a !== undefined && b !== undefined && shareClassOrEmployer(a, b);
  });
}
