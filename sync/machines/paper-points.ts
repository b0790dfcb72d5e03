interface Counted {
  readonly count: number;
  readonly pointsEach: number;
}

/** Exact: points are multiples of a half. */
export const pointsOf = (sections: readonly Counted[]): number =>
  sections.reduce((sum, section) => sum + section.count * section.pointsEach, 0);

/** The pass mark of a paper that comes to other points than it did: the same share of them, in half points and never an easier one. */
export function passAfter(pass: number, before: number, after: number): number {
  if (before === after || before === 0) return pass;
  return Math.min(after, Math.max(0, Math.ceil((pass * after * 2) / before - 1e-9)) / 2);
}
