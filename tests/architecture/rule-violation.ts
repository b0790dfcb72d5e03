/** A violation found by a guard: its rule, its place, and the remedy. */
export interface RuleViolation {
  readonly rule: string;
  readonly path: string;
  readonly reason: string;
}
