import type { SeededChance } from './seeded-chance.ts';
import { simExamTimes, type LearnStep, type Step } from './step.ts';

export interface LearnPlan {
  readonly learners: number;
  /** True if learners watch at several PCs at once. The server then limits their time by real time, so not everything that was played counts. */
  readonly greedy: boolean;
}

const minute = 60_000;

/**
 * Draws learners at the PCs of the room; null in most simulated runs. Learners open the course, watch, jump, change PCs, answer a quiz, and
 * are interrupted.
 */
export function drawLearning(chance: SeededChance, devices: number, steps: Step[]): LearnPlan | null {
  if (!chance.happens(0.42)) return null;
  const learners = chance.int(1, 2);
  const greedy = chance.happens(0.2);
  const at = (): number => chance.int(2_000, simExamTimes.endMs - 2 * minute);
  const add = (step: LearnStep): void => void steps.push({ atMs: at(), ...step });
  for (let learner = 0; learner < learners; learner += 1) {
    const device = (): number => chance.int(0, devices - 1);
    // Play at double speed at two PCs in the same minute, as a learner who cheats would, to gain as much learning time as possible.
    const places = chance.shuffled([0, 15, 30, 45, 60, 75, 90]);
    for (let n = greedy ? chance.int(2, 3) : 0; n > 0; n -= 1) {
      const atMs = at();
      for (const device of [0, 1])
        steps.push({ atMs, kind: 'watch', learner, device, fromMs: (places.pop() ?? 0) * 5_000, playMs: 36_000, rate: 2, hidden: false });
    }
    for (let n = greedy ? 0 : chance.int(6, 16); n > 0; n -= 1)
      add({
        kind: 'watch',
        learner,
        device: device(),
        fromMs: chance.int(0, 110) * 5_000,
        playMs: chance.int(1, 40) * 1_000,
        rate: chance.pick([1, 1, 1.5, 2]),
        hidden: chance.happens(0.1),
      });
    for (let n = chance.int(0, 6); n > 0; n -= 1)
      add({ kind: 'quizAnswer', learner, device: device(), question: chance.int(1, 4), correct: chance.happens(0.5) });
    if (chance.happens(0.5)) for (let n = chance.int(1, 3); n > 0; n -= 1) add({ kind: 'learnTab', learner, device: device() });
    if (chance.happens(0.5)) for (let n = chance.int(1, 3); n > 0; n -= 1) add({ kind: 'learnLeave', learner, device: device() });
  }
  return { learners, greedy };
}
