interface CountedQuestions {
  readonly count: number;
  readonly pointsEach: number;
}

/** Sums the points of the sections. The sum is exact, because points are multiples of a half. */
export const sumSectionPoints = (sections: readonly CountedQuestions[]): number =>
  sections.reduce((sum, section) => sum + section.count * section.pointsEach, 0);

/** Computes the new pass mark of a paper whose total points changed. It is the same share of the total, rounded up to half points. */
export function computePassMark(pass: number, before: number, after: number): number {
  if (before === after || before === 0) return pass;
  return Math.min(after, Math.max(0, Math.ceil((pass * after * 2) / before - 1e-9)) / 2);
}
