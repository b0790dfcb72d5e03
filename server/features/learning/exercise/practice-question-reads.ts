import { setImmediate as turn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { PracticeQuestion, PracticeScope } from '../../../../sync/contract/learning/exercise.ts';
import { combineStemAndMaterial } from '../../../../sync/contract/bank/question-body.ts';
import type { AnswerKey } from '../../../../sync/contract/bank/question.ts';
import type { Database } from '../../../db/schema.ts';
import { createDetailReads } from '../../bank/detail/detail-reads.ts';
import { createHeldQuestionReads } from '../../exams/exam/results/held-questions-reads.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { readQuestionExcerpts, renderMathml } from '../../bank/question/question-reads.ts';
import { createExerciseStore, type PracticeRow } from './exercise-store.ts';

const keptTypeset = 5000;
/** Practice shows the key immediately, so questions of running homework and mock tests are withheld as well. */
const practiceHolders = 'allThatIsSet';

/** Reads questions with keys for practice, without those that an exam, mock test or homework holds back. */
export function createPracticeQuestionReads(db: Kysely<Database>) {
  const store = createExerciseStore(db);
  const heldQuestions = createHeldQuestionReads(db);
  const details = createDetailReads(db);
  const professions = createProfessionReads(db);
  const typeset = new Map<string, PracticeQuestion>();

  const typesetQuestion = async (row: PracticeRow): Promise<PracticeQuestion> => {
    const name = `${row.id}/${row.version}/${row.category}`;
    const cachedQuestion = typeset.get(name);
    if (cachedQuestion) return cachedQuestion;
    // Yield to the event loop: typesetting is slow, and exam requests must not wait until a whole set of questions is typeset.
    await turn();
    const html = (source: string): string => renderMathml(source).html;
    const question: PracticeQuestion = {
      id: row.id,
      version: row.version,
      category: row.category,
      type: row.type,
      difficulty: row.difficulty,
      point: row.point_code,
      table: '',
      pointName: '',
      stem: html(combineStemAndMaterial(row)),
      options: (JSON.parse(row.options) as { id: string; html: string }[]).map((option) => ({ id: option.id, html: html(option.html) })),
      key: JSON.parse(row.answer_key) as AnswerKey,
      analysis: html(row.analysis),
    };
    if (typeset.size >= keptTypeset) typeset.delete(typeset.keys().next().value ?? '');
    typeset.set(name, question);
    return question;
  };

  /** Returns the names of the questions' detail points, and of the levels above them, from the detail tables (tables of assessment points). */
  const tablesOf = async (rows: readonly PracticeRow[]) => {
    const keyOf = (row: PracticeRow): string =>
      row.point_code === '' || row.prof_id === null || row.level === null ? '' : `${row.prof_id}/${row.trade_id ?? 0}/${row.level}`;
    const tables = new Map<string, { name: string; names: ReadonlyMap<string, string> }>();
    const scopes = new Map<string, PracticeScope>();
    for (const row of rows) {
      const { prof_id: professionId, trade_id: tradeId, level } = row;
      const table = keyOf(row);
      if (table === '' || professionId === null || level === null) continue;
      const tableNames = tables.get(table) ?? {
        name: (await professions.labelOf(professionId)).name,
        names: await details.namesOf({ professionId, tradeId, level }),
      };
      tables.set(table, tableNames);
      const steps = row.point_code.split('-').slice(0, -1);
      for (let at = 1; at <= steps.length; at += 1) {
        const code = steps.slice(0, at).join('-');
        scopes.set(`${table} ${code}`, { table, tableName: tableNames.name, code, name: tableNames.names.get(code) ?? '' });
      }
    }
    const placeOf = (row: PracticeRow) => {
      const table = keyOf(row);
      return { table, pointName: tables.get(table)?.names.get(row.point_code) ?? '' };
    };
    return { placeOf, scopes: [...scopes.values()].toSorted((x, y) => (`${x.table} ${x.code}` < `${y.table} ${y.code}` ? -1 : 1)) };
  };

  /** Filters a school's own questions to those that may be practised now. */
  const free = async (schoolId: number, ids: readonly number[], nowMs: number): Promise<number[]> => {
    const heldIds = await heldQuestions.ofBank({ schoolId, nowMs, holderKind: practiceHolders });
    return ids.filter((id) => !heldIds.has(id));
  };

  const packOf = async (ids: readonly number[]): Promise<{ questions: PracticeQuestion[]; scopes: PracticeScope[] }> => {
    const questions = [];
    const rows = await store.questions(ids);
    const { placeOf, scopes } = await tablesOf(rows);
    for (const row of rows) questions.push({ ...(await typesetQuestion(row)), ...placeOf(row) });
    return { questions, scopes };
  };

  return {
    free,
    /** Returns the school's own questions that are withheld. */
    heldBack: (schoolId: number, nowMs: number): Promise<Set<number>> =>
      heldQuestions.ofBank({ schoolId, nowMs, holderKind: practiceHolders }),
    /** Returns those of a school's own questions whose keys may be shown now. */
    async freeOf(schoolId: number, ids: readonly number[], nowMs: number): Promise<Set<number>> {
      const known = await readQuestionExcerpts(db, schoolId, ids);
      return new Set(await free(schoolId, [...known.keys()], nowMs));
    },
    packOf,
    byIds: async (ids: readonly number[]): Promise<PracticeQuestion[]> => (await packOf(ids)).questions,
  };
}
