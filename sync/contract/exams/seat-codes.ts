/** Kinds of cells in a room that are not ordinary seats. */
export const seatMarks = [
  /** Empty floor: the cell has no PC. */
  'gap',
  'pillar',
  /** A spare PC. It has no seat number, and no examinee is seated there in advance. */
  'spare',
  /** A seat with space for a wheelchair; it is filled last. */
  'accessible',
] as const;
export type SeatMark = (typeof seatMarks)[number];

/** Orders of numbering seats, from the front left as seen facing the front. */
export const seatNumberings = ['snakeColumns', 'columns', 'snakeRows', 'rows'] as const;
export type SeatNumbering = (typeof seatNumberings)[number];

/** How automatic seating fills rooms: one after the other, or all evenly. */
export const seatFills = ['full', 'even'] as const;
export type SeatFill = (typeof seatFills)[number];

/** Duties of staff in an exam. */
export const examDuties = ['invigilator', 'marker'] as const;
/** Duties that a person can hold in an exam: those of staff, and supervising, which needs no role of its own. */
export const heldDuties = [...examDuties, 'supervisor'] as const;
export type ExamDuty = (typeof examDuties)[number];
