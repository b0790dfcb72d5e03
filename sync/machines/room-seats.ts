import type { SeatMark, SeatNumbering } from '../contract/seat-codes.ts';

/** A room as it is drawn. */
export interface RoomShape {
  readonly rows: number;
  readonly columns: number;
  readonly marks: readonly { readonly row: number; readonly column: number; readonly kind: SeatMark }[];
  readonly numbering: SeatNumbering;
}
export interface Seat {
  /** From 1, without holes. */
  readonly no: number;
  readonly row: number;
  readonly column: number;
  readonly accessible: boolean;
}

export const placeKey = (row: number, column: number): string => `${row}.${column}`;

/** What stands where, by `placeKey`; a mark outside the room means nothing. */
export const marksOf = ({ rows, columns, marks }: RoomShape): Map<string, SeatMark> =>
  new Map(
    marks.filter(({ row, column }) => row <= rows && column <= columns).map(({ row, column, kind }) => [placeKey(row, column), kind]),
  );

const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** The seats of a room in the order of their numbers: one rule for the editor, the arrangement and the prints. */
export function seatsOf(room: RoomShape): Seat[] {
  const marks = marksOf(room);
  const byColumns = room.numbering === 'columns' || room.numbering === 'snakeColumns';
  const snake = room.numbering === 'snakeColumns' || room.numbering === 'snakeRows';
  const lines = upTo(byColumns ? room.columns : room.rows);
  const places = upTo(byColumns ? room.rows : room.columns);
  const seats: Seat[] = [];
  // A line with no seat in it doesn't turn the snake round.
  let turned = false;
  for (const line of lines) {
    const inLine = (turned && snake ? places.toReversed() : places)
      .map((place) => (byColumns ? { row: place, column: line } : { row: line, column: place }))
      .filter(({ row, column }) => {
        const mark = marks.get(placeKey(row, column));
        return mark === undefined || mark === 'accessible';
      });
    for (const { row, column } of inLine)
      seats.push({ no: seats.length + 1, row, column, accessible: marks.get(placeKey(row, column)) === 'accessible' });
    if (inLine.length > 0) turned = !turned;
  }
  return seats;
}

/** Which variant is sat at a place: neighbours in front, behind, left and right have others, as long as there are two. */
export const variantAt = (row: number, column: number, variants: readonly string[]): string =>
  variants[(row + column) % Math.max(1, variants.length)] ?? 'A';

const twoDigits = (no: number): string => String(no).padStart(2, '0');

/** "301-05"; '' where a room's machines have no names. */
export const machineName = (pattern: string, seat: Pick<Seat, 'no' | 'row' | 'column'>): string =>
  pattern.replaceAll('{n}', twoDigits(seat.no)).replaceAll('{r}', String(seat.row)).replaceAll('{c}', String(seat.column));

/** "第一考场 05 号": how a seat is called everywhere. */
export const seatCalled = (room: string, no: number): string => `${room} ${twoDigits(no)} 号`;
