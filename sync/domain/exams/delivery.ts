/** Facts that decide whether the server has all data of an attempt. */
export interface DeliveryFacts {
  /** True if the attempt is handed in and every op that the hand-in lists has arrived. */
  readonly complete: boolean;
  /** Number of ops that the server lacks, although a hand-in lists them or a PC reported having written them (SY25). */
  readonly missingOps: number;
  /** Number of attachments of which the server lacks a chunk. */
  readonly missingFiles: number;
}

/** Checks whether the attempt is handed in and the server knows of no missing op or file. */
export const isAttemptDelivered = ({ complete, missingOps, missingFiles }: DeliveryFacts): boolean =>
  complete && missingOps === 0 && missingFiles === 0;
