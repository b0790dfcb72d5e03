import { hash } from 'node:crypto';
import type { Kysely } from 'kysely';
import { maxPackQuestions, type PracticeQuestion } from '../../../../sync/contract/learning/exercise.ts';
import { mapLastAnswers, maxEvaluatedAnswers } from '../../../../sync/domain/learning/wrong-book.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, type Message, refuse, say } from '../../../http/handler.ts';
import { accountLimits } from '../../../limits.ts';
import type { ServerClock } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createExerciseStore } from './exercise-store.ts';
import { createOwnStore } from './own-store.ts';
import { createPracticeQuestionReads } from './practice-question-reads.ts';

const tooMany: Message = say(
  `自己的练习卷和练习安排最多 ${accountLimits.ownPractice} 份（含已删除的），不能再加了`,
  `You can have at most ${accountLimits.ownPractice} practice papers and plans of your own, deleted ones included`,
);
const tooManyStars: Message = say(
  `收藏最多 ${accountLimits.stars} 题（含已取消的），不能再加了`,
  `You can have at most ${accountLimits.stars} favourites, removed ones included`,
);
const notFound: Message = say('没有这个题目分类，或它没有开放练习', 'This category does not exist, or it is not open for practice');

/** Hashes all content that a learner sees of the question, including its place in the detail table (table of assessment points). */
const hashQuestion = (question: PracticeQuestion): string => hash('sha256', JSON.stringify(question), 'base64url').slice(0, 16);

/**
 * Creates the handlers of practice. Questions come from categories that teachers opened; questions of unreleased exams and of running assignments
 * are excluded.
 */
export function createExerciseHandlers({ db, clock }: { db: Kysely<Database>; clock: ServerClock }): Handlers<'exercise'> {
  const store = createExerciseStore(db);
  const ownStore = createOwnStore(db);
  const users = createUserReads(db);
  const practice = createPracticeQuestionReads(db);

  return {
    async getCategories(_input, { caller }) {
      const rows = await store.idsByCategory(caller.schoolId);
      const open = new Map((await store.open(caller.schoolId)).map((row) => [row.category, row]));
      const names = await users.names([...open.values()].map((row) => row.opened_by));
      const heldIds = await practice.heldBack(caller.schoolId, clock.nowMs());
      const paths = new Set(open.keys());
      for (const { category } of rows) {
        const steps = category.split('/');
        for (let at = 1; at <= steps.length; at += 1) paths.add(steps.slice(0, at).join('/'));
      }
      const items = [...paths]
        .toSorted((a, b) => (a < b ? -1 : 1))
        .map((category) => {
          const categoryQuestions = rows.filter((row) => row.category === category || row.category.startsWith(`${category}/`));
          const row = open.get(category);
          return {
            category,
            questions: categoryQuestions.length,
            open: row !== undefined,
            heldBack: categoryQuestions.filter(({ id }) => heldIds.has(id)).length,
            openedBy: names.get(row?.opened_by ?? 0) ?? '',
            openedMs: row?.opened_ms ?? null,
          };
        });
      return { items };
    },

    setOpen: ({ category, open }, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const { schoolId, userId } = context.caller;
        const practised = createExerciseStore(tx);
        const isOpen = (await practised.open(schoolId)).some((row) => row.category === category);
        if (open && (await practised.idsIn(schoolId, category)).length === 0) refuse('notFound', notFound);
        if (open) await practised.setOpen({ school_id: schoolId, category, opened_by: userId, opened_ms: clock.nowMs() });
        else await practised.close(schoolId, category);
        await context.audit.noteIn(tx, { entity: 'practice', id: category, name: category, before: { open: isOpen }, after: { open } });
        return { open };
      }),

    async myCategories(_input, { caller }) {
      const last = mapLastAnswers(await store.answers(caller.userId, maxEvaluatedAnswers));
      const items = [];
      for (const { id, category } of await store.open(caller.schoolId)) {
        const ids = await practice.free(caller.schoolId, await store.idsIn(caller.schoolId, category), clock.nowMs());
        const answeredIds = ids.filter((each) => last.has(each));
        items.push({
          id,
          category,
          questions: Math.min(ids.length, maxPackQuestions),
          seen: answeredIds.length,
          correct: answeredIds.filter((each) => last.get(each)?.correct).length,
        });
      }
      return { items };
    },

    async getPack({ id, have }, { caller }) {
      const open = await store.open(caller.schoolId);
      const openCategories = id === undefined ? open : open.filter((row) => row.id === id);
      if (id !== undefined && openCategories.length === 0) refuse('notFound', notFound);
      const ids = new Set<number>();
      for (const { category } of openCategories) for (const each of await store.idsIn(caller.schoolId, category)) ids.add(each);
      const chosenIds = (
        await practice.free(
          caller.schoolId,
          [...ids].toSorted((a, b) => a - b),
          clock.nowMs(),
        )
      ).slice(0, maxPackQuestions);
      const { questions, scopes } = await practice.packOf(chosenIds);
      const deviceTags = new Map(have);
      const taggedQuestions = questions.map((question) => ({ question, tag: hashQuestion(question) }));
      const changedQuestions = taggedQuestions.filter(({ question, tag }) => deviceTags.get(question.id) !== tag);
      return {
        questions: changedQuestions.map(({ question }) => question),
        tags: changedQuestions.map(({ tag }) => tag),
        same: taggedQuestions.filter(({ question, tag }) => deviceTags.get(question.id) === tag).map(({ question }) => question.id),
        scopes,
      };
    },

    async record({ answers }, context) {
      const { caller, audit } = context;
      // Offline answers still count if the category was closed, or the question was put into an exam, in the meantime.
      const schoolQuestionIds = await store.ofSchool(
        caller.schoolId,
        answers.map((answer) => answer.questionId),
      );
      const nowMs = clock.nowMs();
      const allowedAnswers = answers
        .filter(({ questionId }) => schoolQuestionIds.has(questionId))
        .map((answer) => ({ ...answer, answeredMs: Math.min(answer.answeredMs, nowMs) }));
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const keptCount = await createExerciseStore(tx).record(caller.userId, allowedAnswers);
        await audit.noteIn(tx, { entity: 'practice', id: caller.userId, before: null, after: { answers: answers.length } });
        return { kept: keptCount };
      });
    },

    keepOwn: (records, context) =>
      runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
        const { userId } = context.caller;
        const storedRecords = await createOwnStore(tx).keep(userId, records);
        if (typeof storedRecords === 'string') refuse('refused', storedRecords === 'tooManyStars' ? tooManyStars : tooMany);
        const after = { papers: records.papers.length, sittings: records.sittings.length, stars: records.stars.length };
        await context.audit.noteIn(tx, { entity: 'practice', id: userId, before: null, after });
        return storedRecords;
      }),

    myOwn: (_input, { caller }) => ownStore.all(caller.userId),

    myAnswers: async (_input, { caller }) => ({ answers: await store.answers(caller.userId, maxEvaluatedAnswers) }),
  };
}
