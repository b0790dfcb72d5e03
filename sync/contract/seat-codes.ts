/** What a place of a room is, where it is no plain seat. */
export const seatMarks = [
  /** Nothing stands here. */
  'gap',
  'pillar',
  /** A machine in reserve: it has no number, and nobody is seated at it beforehand. */
  'spare',
  /** A seat with room for a wheelchair: filled last. */
  'accessible',
] as const;
export type SeatMark = (typeof seatMarks)[number];

/** In which order seats are numbered, from the front left, facing the platform. */
export const seatNumberings = ['snakeColumns', 'columns', 'snakeRows', 'rows'] as const;
export type SeatNumbering = (typeof seatNumberings)[number];

/** How automatic seating fills rooms: one after the other, or all of them evenly. */
export const seatFills = ['full', 'even'] as const;
export type SeatFill = (typeof seatFills)[number];

/** What staff are there for. */
export const examDuties = ['invigilator', 'marker'] as const;
export type ExamDuty = (typeof examDuties)[number];
