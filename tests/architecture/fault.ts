/** Something a guard found: which rule, where, and what to do about it. */
export interface Fault {
  readonly rule: string;
  readonly path: string;
  readonly reason: string;
}
