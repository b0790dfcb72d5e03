interface AttemptScoreTable {
  attempt_id: string;
  plan_id: number;
  /** Hundredths of a point: whole numbers add up exactly. */
  points_cent: number;
  /** JSON list of { itemId, cent, right }. */
  items: string;
  /** Version of the counted answers this was computed from; another one there means: mark again. */
  answers_version: number;
  marked_ms: number;
}

export interface MarkingTables {
  attempt_score: AttemptScoreTable;
}
