import { questionStatus, type QuestionBank } from '../../sync/contract/codes.ts';
import type { AppDeps } from '../app.ts';
import { certifiedBankId } from '../db/schema/question.ts';
import type { Caller } from '../http/handler.ts';
import { createDetailReads } from '../modules/detail/detail-reads.ts';
import { freezeTableInUse } from '../modules/detail/detail-writes.ts';
import { hashQuestion } from '../modules/question/similarity/question-hash.ts';
import { addQuestions } from '../modules/question/question-adding.ts';
import { readElectricianQuestions } from './demo-data.ts';
import type { ProfessionHandlers } from './demo-professions.ts';
import { requireAccepted, createSeedContext } from './seed-context.ts';

const electrician = '6-31-01-03';

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
  const bodies = readElectricianQuestions().map((body) =>
    profId === null ? { ...body, level: null, pointCode: '' } : { ...body, profId },
  );
  await addQuestions(
    deps.db,
    bodies.map((body) => ({ body, hash: hashQuestion(body) })),
    { ...editor, schoolId: by.bank === 'school' ? by.schoolId : certifiedBankId, skipDuplicates: true, status: questionStatus.inUse },
  );
  if (profId === null) return;
  const table = await createDetailReads(deps.db).pointsOf({ professionId: profId, tradeId: null, level: 4 });
  if (table) await freezeTableInUse(deps.db, table.tableId, editor.userId, editor.nowMs);
}
