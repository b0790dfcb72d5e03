import type { Migration } from '../opening/migrate.ts';

export const scoreReleaseMigration: Migration = {
  name: '0036-score-release',
  sql: `
    -- Nobody who sits is told a score before its plan was released (SY23, decision 019). Plans of before are not: their school releases them.
    ALTER TABLE exam_plan ADD COLUMN release_rule TEXT NOT NULL DEFAULT 'byHand' CHECK (release_rule IN ('byHand', 'whenOver'));
    ALTER TABLE exam_plan ADD COLUMN released_ms INTEGER;
    -- Null where the plan's own rule released them.
    ALTER TABLE exam_plan ADD COLUMN released_by INTEGER;
    -- Why they were released although something was outstanding.
    ALTER TABLE exam_plan ADD COLUMN release_reason TEXT NOT NULL DEFAULT '';
    CREATE INDEX exam_plan_to_release ON exam_plan (start_ms) WHERE release_rule = 'whenOver' AND published_ms IS NOT NULL AND released_ms IS NULL;

    -- Whose answers the release does not wait for.
    ALTER TABLE exam_examinee ADD COLUMN waived_ms INTEGER;
    ALTER TABLE exam_examinee ADD COLUMN waived_by INTEGER;
    ALTER TABLE exam_examinee ADD COLUMN waive_reason TEXT NOT NULL DEFAULT '';

    -- What a learner's figures are counted from: scores count in them once they are released.
    CREATE TRIGGER learner_released AFTER UPDATE OF released_ms ON exam_plan WHEN new.released_ms IS NOT NULL BEGIN
      INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
        SELECT plan_id, user_id, new.school_id, 0 FROM exam_examinee WHERE plan_id = new.id
        ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;
    END;
    INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
      SELECT exam_examinee.plan_id, exam_examinee.user_id, exam_plan.school_id, 0
      FROM exam_examinee JOIN exam_plan ON exam_plan.id = exam_examinee.plan_id WHERE exam_plan.published_ms IS NOT NULL
      ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;
  `,
};
