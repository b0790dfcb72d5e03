import type { ExamPart } from '../contract/exam-part.ts';

/** One invigilator for so many people, and so many in a room at the least. */
const peopleEach = 15;
const leastInRoom = 2;
/** Assessors score apart, and a mean of fewer is none. */
const leastAssessors = 3;

/** How many of the staff a room with so many examinees needs. */
export function staffNeeded(part: ExamPart, people: number): number {
  if (people === 0) return 0;
  return part === 'theory' ? Math.max(leastInRoom, Math.ceil(people / peopleEach)) : leastAssessors;
}
