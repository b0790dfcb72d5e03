import { importContentKey, sealPaper } from '../../../sync/seal/paper-package.ts';
import { refuse, type Language, type Refusal } from '../../http/handler.ts';
import { paperReads } from '../paper/paper-reads.ts';
import { questionReads } from '../question/question-reads.ts';
import { userReads } from '../user/user-reads.ts';
import type { ExamDeps } from './exam-deps.ts';
import { examMessages as messages } from './exam-messages.ts';
import { onlyVariant } from './exam-reads.ts';
import { contentKeyVault } from './content-key.ts';
import { type Editor, type ExamineeRow, examStore, type PlanChange, type PlanRow } from './exam-store.ts';
import { freezePaper } from './paper-freeze.ts';

/** Of the package; a plan is sealed once, so there is only one for now. */
const packageVersion = 1;

export interface Published {
  readonly change: PlanChange;
  readonly warnings: readonly string[];
}

/**
 * Publishes a plan: freezes the paper's questions, seals what devices may have, gives every examinee an attempt and a seat.
 * Rendering and sealing happen before the transaction, which then checks that nothing they were made from has changed.
 */
export async function publishPlan(
  deps: ExamDeps,
  plan: PlanRow,
  examinees: readonly ExamineeRow[],
  version: number,
  editor: Editor,
  language: Language,
): Promise<Published | Refusal> {
  const closesMs = plan.start_ms + plan.entry_limit_ms;
  if (closesMs <= editor.nowMs) return refuse('refused', messages.entryOver(closesMs));
  const paper = await paperReads(deps.db).byId(editor.schoolId, plan.paper_id);
  if (!paper) return refuse('notFound', messages.paperNotFound());
  const ids = paper.sections.flatMap((one) => one.questionIds);
  if (ids.length === 0) return refuse('refused', messages.notAssembled());

  const name = { planId: plan.id, variant: onlyVariant, version: packageVersion, title: plan.name };
  const frozen = freezePaper(paper, await questionReads(deps.db).byIds(editor.schoolId, ids), name);
  if (!frozen) return refuse('refused', messages.questionMissing());
  const users = new Map(
    (
      await userReads(deps.db).examUsers(
        editor.schoolId,
        examinees.map((row) => row.user_id),
      )
    ).map((user) => [user.id, user]),
  );
  if (users.size < examinees.length) return refuse('refused', messages.examineeNotFound(examinees.length - users.size));

  const contentKey = Uint8Array.from(deps.chance.bytes(32));
  const sealed = await sealPaper(frozen.content, await importContentKey(contentKey));
  const change = await examStore(deps.db).publish(
    { id: plan.id, version },
    {
      paper: paper.row,
      frozen,
      sealed,
      contentKey: contentKeyVault(deps.keys.personal.seal, deps.chance).seal(contentKey, name),
      passPoints: paper.rules.passPoints,
      attempts: examinees.flatMap((row) => {
        const user = users.get(row.user_id);
        return user ? [{ user, attemptId: deps.chance.uuid() }] : [];
      }),
    },
    editor,
  );
  if (change.kind === 'done' && frozen.badFormulas.length > 0)
    deps.logger.warn({ planId: plan.id, formulas: frozen.badFormulas }, 'formulas shown as source');
  return { change, warnings: frozen.badFormulas.map(({ itemId, source }) => messages.badFormula(itemId, source)[language]) };
}
