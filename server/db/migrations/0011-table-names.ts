import type { Migration } from '../migration-plan.ts';

const names = `
  ALTER TABLE exam_task RENAME TO assignment;
  ALTER TABLE task_class RENAME TO assignment_class;
  ALTER TABLE task_reminder RENAME TO assignment_reminder;
  ALTER TABLE task_work RENAME TO assignment_work;
  ALTER TABLE task_mark RENAME TO assignment_mark;
  ALTER TABLE learner_task RENAME TO learner_assignment;
  ALTER TABLE filing RENAME TO application;
  ALTER TABLE filing_step RENAME TO application_step;
  ALTER TABLE application_step RENAME COLUMN filing_id TO application_id;
  ALTER TABLE answered_call RENAME TO idempotent_response;
  ALTER TABLE version_note RENAME TO change_note;
  ALTER TABLE change_note RENAME COLUMN thing_id TO row_id;
  ALTER TABLE co_worker RENAME COLUMN thing TO kind;
  ALTER TABLE co_worker RENAME COLUMN thing_id TO row_id;
  UPDATE change_note SET kind = 'application' WHERE kind = 'filing';
`;
const indexes = `
  DROP INDEX task_class_class;
  DROP INDEX task_reminder_user;
  DROP INDEX task_work_plan;
  DROP INDEX learner_task_plan;
  DROP INDEX filing_submitted;
  DROP INDEX filing_name;
  DROP INDEX filing_offer;
  DROP INDEX filing_number;
  DROP INDEX filing_user;
  DROP INDEX filing_edition;
  DROP INDEX answered_call_begun;
  CREATE INDEX assignment_class_class ON assignment_class (class_id, plan_id);
  CREATE INDEX assignment_reminder_user ON assignment_reminder (user_id);
  CREATE INDEX assignment_work_plan ON assignment_work (plan_id, user_id);
  CREATE INDEX learner_assignment_plan ON learner_assignment (plan_id);
  CREATE INDEX application_submitted ON application (school_id, kind, submitted_ms, id, status, offer_id, doubt);
  CREATE INDEX application_name ON application (school_id, kind, name, id, status, offer_id, doubt);
  CREATE INDEX application_offer ON application (kind, offer_id, status, queued_ms);
  CREATE INDEX application_number ON application (school_id, id_number_index) WHERE id_number_index IS NOT NULL;
  CREATE INDEX application_user ON application (user_id, kind, offer_id);
  CREATE INDEX application_edition ON application (edition_id);
  CREATE INDEX idempotent_response_begun ON idempotent_response (begun_ms);
`;

/** Renames tables and columns to the terms that the code uses. */
export const tableNames: Migration = {
  name: '0011-table-names',
  sqlite: `${names}${indexes}
    DROP TRIGGER learner_task_changed;
    CREATE TRIGGER learner_assignment_changed AFTER UPDATE ON assignment BEGIN
      INSERT INTO learner_due (plan_id, user_id, school_id, due_ms)
        SELECT exam_examinee.plan_id, exam_examinee.user_id, exam_plan.school_id, 0
        FROM exam_examinee JOIN exam_plan ON exam_plan.id = exam_examinee.plan_id
        WHERE exam_plan.published_ms IS NOT NULL AND exam_examinee.plan_id = new.plan_id
        ON CONFLICT (plan_id, user_id) DO UPDATE SET due_ms = 0, stamp = stamp + 1;
    END;
  `,
  postgres: `${names}${indexes}
    ALTER FUNCTION learner_task_changed() RENAME TO learner_assignment_changed;
    ALTER TRIGGER learner_task_changed ON assignment RENAME TO learner_assignment_changed;
    CREATE OR REPLACE FUNCTION co_worker_gone() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN DELETE FROM co_worker WHERE kind = TG_ARGV[0] AND row_id = OLD.id; RETURN NULL; END $$;
    -- PostgreSQL keeps the names of constraints when their table or column gets another one.
    DO $$
    DECLARE one record;
    BEGIN
      FOR one IN
        SELECT conname, name, replace(replace(replace(replace(name || substr(conname, length(old_name) + 1), '_filing_id_', '_application_id_'),
          '_thing_id_', '_row_id_'), '_thing_', '_kind_'), '_by_ticket_', '_without_password_') AS new_name
        FROM (VALUES ('exam_task', 'assignment'), ('task_class', 'assignment_class'), ('task_reminder', 'assignment_reminder'),
          ('task_work', 'assignment_work'), ('task_mark', 'assignment_mark'), ('learner_task', 'learner_assignment'),
          ('filing', 'application'), ('filing_step', 'application_step'), ('answered_call', 'idempotent_response'),
          ('version_note', 'change_note'), ('co_worker', 'co_worker'), ('session', 'session')) AS renamed (old_name, name)
        JOIN pg_constraint ON conrelid = to_regclass(name)
      LOOP
        IF one.new_name <> one.conname THEN
          EXECUTE format('ALTER TABLE %I RENAME CONSTRAINT %I TO %I', one.name, one.conname, one.new_name);
        END IF;
      END LOOP;
    END $$;
  `,
};
