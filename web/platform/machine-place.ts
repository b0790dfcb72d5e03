/** Exam room and seat at which this PC is registered. */
export interface MachinePlace {
  readonly room: string;
  /** Number of the seat; 0 for a spare PC. */
  readonly seatNo: number;
}
