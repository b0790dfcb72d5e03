/** Facts that decide whether all of an attempt is on the server. */
export interface DeliveryFacts {
  /** Handed in, and every op the hand-in lists is here. */
  readonly complete: boolean;
  /** Ops that a hand-in lists or that a PC told of, and that are not here (SY25). */
  readonly missingOps: number;
  /** Files on answers of which not every piece is here. */
  readonly missingFiles: number;
}

/** Handed in, and the server knows of nothing that is not here. */
export const isDelivered = ({ complete, missingOps, missingFiles }: DeliveryFacts): boolean =>
  complete && missingOps === 0 && missingFiles === 0;
