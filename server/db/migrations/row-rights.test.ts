import { expect, it } from 'vitest';
import { migrate } from '../opening/migrate.ts';
import { openDatabase, openSqlite } from '../opening/open.ts';
import { migrations } from './index.ts';

it('papers and plans of before belong to who added them by the audit log, else to who changed them first, else last', () => {
  // The schema as the previous release left it: without this step and everything it adds.
  const before = migrations.slice(
    0,
    migrations.findIndex((each) => each.name === '0037-row-rights'),
  );
  const old = openSqlite(':memory:');
  old.function('text_grams', { deterministic: true }, String);
  old.function('person_words', { deterministic: true, varargs: true }, (...words: unknown[]) => words.join(' '));
  old.function('question_words', { deterministic: true, varargs: true }, (...words: unknown[]) => words.join(' '));
  old.function('text_runs', { deterministic: true }, String);
  migrate(old, before, 1);
  old.exec(`
    INSERT INTO school (id, website, title, created_ms) VALUES (1, 'demo', '甲学院', 0);
    INSERT INTO paper (id, school_id, name, status, rules, question_count, total_points, updated_by, updated_ms, created_ms)
      VALUES (1, 1, '甲', 1, '{}', 1, 1, 9, 0, 0), (2, 1, '乙', 1, '{}', 1, 1, 9, 0, 0), (3, 1, '丙', 1, '{}', 1, 1, 9, 0, 0);
    INSERT INTO exam_plan (id, school_id, name, paper_id, start_ms, duration_ms, entry_limit_ms, earliest_hand_in_ms, notice, updated_by, updated_ms, created_ms)
      VALUES (1, 1, '考试', 1, 0, 0, 0, 0, '', 9, 0, 0);
    INSERT INTO version_note (kind, thing_id, version, user_id, at_ms, fields) VALUES ('paper', 1, 2, 8, 0, '[]'), ('paper', 2, 2, 8, 0, '[]');
    INSERT INTO audit (at_ms, user_id, user_name, login_name, call, entity, entity_id, code, ip, agent, detail, hash)
      VALUES (0, 6, '', '', '/paper/add', 'paper', '1', 1003, '', '', '{}', ''), (0, 7, '', '', '/paper/add', 'paper', '1', 0, '', '', '{}', ''),
        (0, 7, '', '', '/exam/add', 'examPlan', '1', 0, '', '', '{}', '');`);
  const { raw } = openDatabase(old.serialize(), 2);
  expect(raw.prepare('SELECT created_by FROM paper ORDER BY id').pluck().all()).toEqual([7, 8, 9]);
  expect(raw.prepare('SELECT created_by FROM exam_plan').pluck().all()).toEqual([7]);
});
