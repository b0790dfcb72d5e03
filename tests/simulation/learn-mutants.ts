import type { Mutant } from './mutant.ts';
import { practiceMutants } from './practice-mutants.ts';

/** Faults to plant in the code for learning and practice. The simulation is tested by whether it finds each. */
export const learnMutants: readonly Mutant[] = [
  ...practiceMutants,
  {
    name: 'learning: learning time counts as delivered when it is sent',
    file: 'web/features/learn/learn-outbox.ts',
    find: 'answer = await record({ courseId, marks });',
    put: "await store.save(batch.map((row) => ({ ...row, growsIn: null, heldBy: server ?? 'sent' }))); answer = await record({ courseId, marks });",
    within: 200,
    caughtBy: 8,
  },
  {
    name: 'learning: learning time is not sent again after the server was restored',
    file: 'web/features/learn/learn-outbox.ts',
    find: 'server === null ? [] : await store.listOfOtherEpochs(userId, server)',
    put: '[] as LearningSpanRow[]',
    within: 200,
  },
  {
    name: 'learning: the learning time of a killed tab is never sent',
    file: 'web/features/learn/learn-outbox.ts',
    find: "!living.has(row.growsIn ?? '')",
    put: "!living.has(row.growsIn ?? '') && row.growsIn === null",
    within: 200,
    caughtBy: 16,
  },
  {
    name: 'learning: time that two PCs report counts twice',
    file: 'server/features/learning/learn/learn-handlers.ts',
    find: 'sumSpanLengths(subtractSpans([[fromMs, toMs]], await store.listCoveredIntervals(userId, fromMs, toMs)))',
    put: 'toMs - fromMs',
    within: 600,
    caughtBy: 92,
  },
  {
    name: 'learning: a film in a hidden tab counts as learning time',
    file: 'web/features/learn/recorder.ts',
    find: 'if (!counts) return stop();',
    put: '',
    within: 200,
  },
  {
    name: 'learning: setting the clock makes two spans cover the same time',
    file: 'web/features/learn/server-clock.ts',
    find: 'Math.min(Math.max(estimate(), serverMs), serverMs + tookMs)',
    put: 'wallMs()',
    within: 400,
    caughtBy: 54,
  },
  {
    name: 'learning: spans recorded by a clock that ran ahead are dropped',
    file: 'server/features/learning/learn/learn-handlers.ts',
    find: 'if (mark.toMs <= nowMs + deviceClockAheadMs || nowMs >= (assignedCourse.toMs ?? Infinity)) return mark;',
    put: 'if (nowMs > 0) return mark;',
    within: 400,
    caughtBy: 28,
  },
];
