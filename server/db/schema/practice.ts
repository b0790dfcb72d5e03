import { rowId, integer, text, flag, defineTable } from './table.ts';

export const practiceTables = {
  /** Category of the school's bank that a teacher opened for practice. No category is open by default. */
  practice_category: defineTable(
    {
      id: rowId(),
      school_id: integer().references('school'),
      category: text(),
      opened_by: integer(),
      opened_ms: integer(),
    },
    {
      unique: 'school_id, category',
    },
  ),
  /** A practice answer. The device chooses the id, so that an answer sent twice is stored once. */
  practice_answer: defineTable(
    {
      id: text().primaryKey(),
      user_id: integer().references('user', 'CASCADE'),
      question_id: integer().references('question', 'CASCADE'),
      answered_ms: integer(),
      correct: flag(),
      /** Id of the practice sitting that contains the answer. */
      sitting_id: text().nullable(),
    },
    {
      withoutRowid: true,
      indexes: {
        practice_answer_user: 'user_id, question_id, answered_ms',
        practice_answer_question: 'question_id',
        practice_answer_when: 'user_id, answered_ms, id, correct',
      },
    },
  ),
  /** Practice papers, sittings and favourites of a learner, written by their devices. Removed ones stay, so that every device learns of the removal. */
  practice_own: defineTable(
    {
      user_id: integer().references('user', 'CASCADE'),
      id: text(),
      kind: text<'paper' | 'sitting' | 'star'>().check("kind IN ('paper', 'sitting', 'star')"),
      changed_ms: integer(),
      /** Content of the practice paper, sitting or favourite: JSON of the contract's `practicePaper`, `practiceSitting` or `practiceStar`. */
      body: text(),
    },
    {
      primaryKey: 'user_id, id',
      withoutRowid: true,
    },
  ),
};
