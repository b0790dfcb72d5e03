import type { Generated } from 'kysely';

/** Figures of a student, maintained by triggers and by `progress-settle.ts`. See migration 0023. */
interface LearnerTable {
  user_id: number;
  school_id: number;
  class_id: number | null;
  status: number;
  name: string;
  student_no: string;
  exams: Generated<number>;
  sat: Generated<number>;
  handed_in: Generated<number>;
  absent: Generated<number>;
  scored: Generated<number>;
  passed: Generated<number>;
  /** Hundredths of a percent. */
  average: number | null;
  tests: Generated<number>;
  test_average: number | null;
  /** Lessons completed, and total learning time. */
  lessons: Generated<number>;
  learned_ms: Generated<number>;
  /** Homework set, handed in, finished, and scored with points that may be shown; their mean in hundredths of a percent. */
  homework: Generated<number>;
  homework_in: Generated<number>;
  homework_done: Generated<number>;
  homework_scored: Generated<number>;
  homework_average: number | null;
  /** Questions practised; number of latest answers and the share that was correct, in hundredths of a percent. */
  practised: Generated<number>;
  practice_lately: Generated<number>;
  practice_right: number | null;
  last_exam_ms: number | null;
  active_ms: number | null;
  /** Bit set: 1 was absent, 2 failed, 4 never sat an exam. */
  marks: Generated<number>;
}

interface LearnerExamTable {
  user_id: number;
  plan_id: number;
  test: 0 | 1;
  sat: 0 | 1;
  handed_in: 0 | 1;
  absent: 0 | 1;
  /** Hundredths of a percent. */
  score: number | null;
  passed: 0 | 1 | null;
  start_ms: number;
  active_ms: number | null;
}

interface LearnerTaskTable {
  user_id: number;
  plan_id: number;
  handed_in: 0 | 1;
  finished: 0 | 1;
  /** Hundredths of a percent. */
  score: number | null;
}

interface LearnerDueTable {
  plan_id: number;
  user_id: number;
  school_id: number;
  due_ms: number;
  stamp: Generated<number>;
}

export interface LearnerTables {
  learner: LearnerTable;
  learner_exam: LearnerExamTable;
  learner_task: LearnerTaskTable;
  learner_due: LearnerDueTable;
}
