import { questionStatus, sectionType, type QuestionBank } from '../../sync/contract/codes.ts';
import type { QuestionBody } from '../../sync/contract/bank/question-body.ts';
import type { AppDeps } from '../app.ts';
import type { Caller } from '../http/handler.ts';
import { createDetailReads } from '../modules/detail/detail-reads.ts';
import { freezeTableInUse } from '../modules/detail/detail-writes.ts';
import { hashQuestion } from '../modules/question/similarity/question-hash.ts';
import { createQuestionStore } from '../modules/question/question-store.ts';
import { electricianFillIn } from './data/electrician-fill-in.ts';
import { furtherJudgement, furtherMultipleChoice, furtherSingleChoice } from './data/electrician-further.ts';
import { electricianJudgement } from './data/electrician-judgement.ts';
import { electricianMultipleChoice } from './data/electrician-multiple.ts';
import { fillInPoints, judgementPoints, multiplePoints, singlePoints } from './data/electrician-points.ts';
import { electricianRubric } from './data/electrician-rubric.ts';
import { electricianSingleChoice } from './data/electrician-single.ts';
import { theoryJudgement, theorySingleChoice } from './data/electrician-theory.ts';
import type { ProfessionHandlers } from './demo-professions.ts';
import { createChoiceQuestion, createFillInQuestion, createJudgementQuestion, createRubricQuestion } from './question-seed.ts';
import { requireAccepted, createSeedContext } from './seed-context.ts';

const electrician = '6-31-01-03';
const { single, multiple } = sectionType;

const pointed = <S>(seeds: readonly S[], points: readonly string[], body: (seed: S) => QuestionBody): QuestionBody[] =>
  seeds.map((seed, at) => ({ ...body(seed), pointCode: points[at] ?? '' }));

/** All questions for 电工 level 4, each with its point; the profession is filled in where they are stored. */
export const electricianQuestions: readonly QuestionBody[] = [
  ...pointed(electricianSingleChoice, singlePoints, (seed) => createChoiceQuestion(single, seed)),
  ...[...furtherSingleChoice, ...theorySingleChoice].map(([pointCode, seed]) => ({ ...createChoiceQuestion(single, seed), pointCode })),
  ...pointed(electricianMultipleChoice, multiplePoints, (seed) => createChoiceQuestion(multiple, seed)),
  ...furtherMultipleChoice.map(([pointCode, seed]) => ({ ...createChoiceQuestion(multiple, seed), pointCode })),
  ...pointed(electricianJudgement, judgementPoints, createJudgementQuestion),
  ...[...furtherJudgement, ...theoryJudgement].map(([pointCode, seed]) => ({ ...createJudgementQuestion(seed), pointCode })),
  ...pointed(electricianFillIn, fillInPoints, createFillInQuestion),
  ...electricianRubric.map(([pointCode, seed]) => ({ ...createRubricQuestion(seed), pointCode })),
].map((body) => ({ ...body, level: 4 as const, tags: body.difficulty === 3 ? ['提高题'] : [] }));

/** The same questions in the school's own bank, where the mock exam draws them, and in the certified one. */
export async function addElectricianBank(
  deps: Pick<AppDeps, 'db' | 'clock'>,
  handlers: Pick<ProfessionHandlers, 'prof'>,
  by: Caller & { readonly bank: QuestionBank },
): Promise<void> {
  const { items } = requireAccepted(
    await handlers.prof.getList({ page: 1, pageSize: 1, filter: { keyword: electrician } }, createSeedContext(by)),
  );
  const profId = items[0]?.id ?? null;
  const editor = { userId: by.userId, nowMs: deps.clock.nowMs() };
  const bodies = electricianQuestions.map((body) => (profId === null ? { ...body, level: null, pointCode: '' } : { ...body, profId }));
  await createQuestionStore(deps.db).addAll(
    bodies.map((body) => ({ body, hash: hashQuestion(body) })),
    { ...editor, schoolId: by.bank === 'school' ? by.schoolId : null, skipDuplicates: true, status: questionStatus.inUse },
  );
  if (profId === null) return;
  const table = await createDetailReads(deps.db).pointsOf({ professionId: profId, tradeId: null, level: 4 });
  if (table) await freezeTableInUse(deps.db, table.tableId, editor.userId, editor.nowMs);
}
