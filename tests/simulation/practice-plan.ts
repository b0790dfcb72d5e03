import type { SeededChance } from './seeded-chance.ts';
import { simPractice } from './sim-learning-server.ts';
import { simExamTimes, type PracticeStep, type Step } from './step.ts';

export interface PracticePlan {
  readonly learners: number;
}

const minute = 60_000;

/** Draws learners who practise at the PCs of the room, or null. They answer, make papers and sittings, mark favourites, and change PCs. */
export function drawPractice(chance: SeededChance, devices: number, steps: Step[]): PracticePlan | null {
  if (!chance.happens(0.4)) return null;
  const learners = chance.int(1, 2);
  const add = (step: PracticeStep): void => void steps.push({ atMs: chance.int(2_000, simExamTimes.endMs - 2 * minute), ...step });
  for (let learner = 0; learner < learners; learner += 1) {
    const at = (): { learner: number; device: number } => ({ learner, device: chance.int(0, devices - 1) });
    const question = (): number => chance.pick(simPractice.questions);
    for (let n = chance.int(6, 18); n > 0; n -= 1)
      add({ ...at(), kind: 'practise', question: question(), correct: chance.happens(0.5), inSitting: chance.happens(0.3) });
    const what = ['paper', 'paper', 'rename', 'rename', 'remove', 'arrange', 'arrange', 'end', 'star', 'star', 'star'] as const;
    for (let n = chance.int(4, 12); n > 0; n -= 1) add({ ...at(), kind: 'makeOwn', what: chance.pick(what), question: question() });
    for (let n = chance.int(0, 3); n > 0; n -= 1) add({ ...at(), kind: 'practiceTab' });
    for (let n = chance.int(0, 3); n > 0; n -= 1) add({ ...at(), kind: 'practiceLeave' });
  }
  return { learners };
}
