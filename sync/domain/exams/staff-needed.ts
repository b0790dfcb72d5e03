import type { ExamPart } from '../../contract/exams/exam-part.ts';

/** Examinees per invigilator, and fewest invigilators in a room. */
const peopleEach = 15;
const leastInRoom = 2;
/** Assessors score independently; a mean needs at least three scores. */
const leastAssessors = 3;

/** Computes how many staff members a room with this many examinees needs. */
export function computeStaffNeeded(part: ExamPart, people: number): number {
  if (people === 0) return 0;
  return part === 'theory' ? Math.max(leastInRoom, Math.ceil(people / peopleEach)) : leastAssessors;
}
