import type { ExamPart } from '../../contract/exams/exam-part.ts';

/** Number of examinees for each invigilator, and minimum number of invigilators in a room. */
const peopleEach = 15;
const leastInRoom = 2;
/** Minimum number of assessors in a room. They score independently, and the mean needs at least three scores. */
const leastAssessors = 3;

/** Computes how many staff members a room with this many examinees needs. */
export function computeStaffNeeded(part: ExamPart, people: number): number {
  if (people === 0) return 0;
  return part === 'theory' ? Math.max(leastInRoom, Math.ceil(people / peopleEach)) : leastAssessors;
}
