import { mayHaveAnswerBox, hasBubbles, listCardSections } from '../../../../../sync/domain/answer-card/card-sections.ts';
import type { Handlers } from '../../../../http/handler.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { createExamReads } from '../exam-reads.ts';
import { createExamStore } from '../exam-store.ts';
import { createPlanAccess } from '../plan-access.ts';

/** Creates the call for printing answer cards. The layout follows from the rows, on the page as on the server that reads the cards. */
export function createAnswerCardHandlers({ db }: Pick<ExamDeps, 'db'>): Pick<Handlers<'exam'>, 'getAnswerCards'> {
  const access = createPlanAccess(db);
  const exams = createExamReads(db);
  const store = createExamStore(db);

  return {
    async getAnswerCards({ planId, boxes }, { caller }) {
      await access.published(caller, planId);
      const used = new Set((await store.examinees([planId])).map(({ variant }) => variant));
      const variants = [];
      for (const variant of [...used].toSorted()) {
        const items = await exams.frozenTexts(planId, variant);
        const sections = listCardSections(items, { boxes }).map((section) => ({
          title: section.title,
          rows: section.rows.map(({ label, options, many }) => ({ label, options: [...options], many })),
          boxes: [...section.boxes],
        }));
        const written = items.filter((item) => !hasBubbles(item) && !(boxes && mayHaveAnswerBox(item))).length;
        variants.push({ variant, sections, written, boxable: items.filter(mayHaveAnswerBox).length });
      }
      return { planId, variants };
    },
  };
}
