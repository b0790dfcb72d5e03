import type { SeatMark, SeatNumbering } from '../../contract/exams/seat-codes.ts';
import { padTwoDigits, listNumbersTo } from '../numbers.ts';

/** Layout of an exam room as a grid of cells. */
export interface RoomShape {
  readonly rows: number;
  readonly columns: number;
  readonly marks: readonly { readonly row: number; readonly column: number; readonly kind: SeatMark }[];
  readonly numbering: SeatNumbering;
}
export interface RoomLayoutSeat {
  /** Seat number, from 1 without gaps. */
  readonly no: number;
  readonly row: number;
  readonly column: number;
  readonly accessible: boolean;
}

export const formatPlaceKey = (row: number, column: number): string => `${row}.${column}`;

/** Maps cells of the room (as `formatPlaceKey` names them) to their marks. Marks outside the room are ignored. */
export const mapSeatMarks = ({ rows, columns, marks }: RoomShape): Map<string, SeatMark> =>
  new Map(
    marks.filter(({ row, column }) => row <= rows && column <= columns).map(({ row, column, kind }) => [formatPlaceKey(row, column), kind]),
  );

/** Lists the seats of a room by number. The editor, the seat arrangement and the prints share it. */
export function listRoomSeats(room: RoomShape): RoomLayoutSeat[] {
  const marks = mapSeatMarks(room);
  const byColumns = room.numbering === 'columns' || room.numbering === 'snakeColumns';
  const snake = room.numbering === 'snakeColumns' || room.numbering === 'snakeRows';
  const lines = listNumbersTo(byColumns ? room.columns : room.rows);
  const places = listNumbersTo(byColumns ? room.rows : room.columns);
  const seats: RoomLayoutSeat[] = [];
  // In snake order, the direction reverses after each line that has seats.
  let turned = false;
  for (const line of lines) {
    const inLine = (turned && snake ? places.toReversed() : places)
      .map((place) => (byColumns ? { row: place, column: line } : { row: line, column: place }))
      .filter(({ row, column }) => {
        const mark = marks.get(formatPlaceKey(row, column));
        return mark === undefined || mark === 'accessible';
      });
    for (const { row, column } of inLine)
      seats.push({ no: seats.length + 1, row, column, accessible: marks.get(formatPlaceKey(row, column)) === 'accessible' });
    if (inLine.length > 0) turned = !turned;
  }
  return seats;
}

/** Returns the paper variant for a seat's place. The neighbours in front, behind, left and right get another one, if there are at least two. */
export const getVariantAtPlace = (row: number, column: number, variants: readonly string[]): string =>
  variants[(row + column) % Math.max(1, variants.length)] ?? 'A';
/** Builds a machine's name such as "301-05"; '' if the room has no naming pattern. */
export const formatMachineName = (pattern: string, seat: Pick<RoomLayoutSeat, 'no' | 'row' | 'column'>): string =>
  pattern.replaceAll('{n}', padTwoDigits(seat.no)).replaceAll('{r}', String(seat.row)).replaceAll('{c}', String(seat.column));

/** Returns the shown name of a seat, such as "第一考场 05 号". */
export const formatSeatLabel = (room: string, no: number): string => `${room} ${padTwoDigits(no)} 号`;
