import { importContentKey, sealPaper } from '../../../../sync/crypto/paper-package.ts';
import { refuse, type Language } from '../../../http/handler.ts';
import { variantNames } from '../../../../sync/contract/codes.ts';
import {
  freezePaper,
  listFreezeWarnings,
  createPaperReads,
  listPublishObstacles,
  listVariantQuestionIds,
} from '../../paper/paper-reads.ts';
import { computeQuestionContent } from '../../question/similarity/question-likeness-reads.ts';
import { createQuestionReads } from '../../question/question-reads.ts';
import { createUserReads } from '../../user/user-reads.ts';
import type { WriteWithChange } from '../../../resources/change-recorder.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createContentKeyVault } from '../content-key.ts';
import { runPlanChecks } from './plan-checks.ts';
import type { PlanSource } from './plan-source.ts';
import {
  type PlanEditor,
  type ExamineeRow,
  createExamStore,
  getPlanPaperId,
  type PlanChangeOutcome,
  type PlanTableRow,
} from '../exam-store.ts';

/** Version of the sealed package. A plan is sealed only once, so it is constant. */
const packageVersion = 1;

async function paperSource({ db }: Pick<ExamDeps, 'db'>, plan: PlanTableRow): Promise<PlanSource> {
  const paper = await createPaperReads(db).byId(plan.school_id, getPlanPaperId(plan));
  if (!paper) refuse('notFound', messages.paperNotFound());
  const ids = listVariantQuestionIds(paper.variants);
  if (ids.length === 0) refuse('refused', messages.notAssembled());
  const questions = await createQuestionReads(db).byIds(plan.school_id, ids);
  if (questions.size < ids.length) refuse('refused', messages.questionMissing());
  return { ...paper, name: paper.row.name, totalPoints: paper.row.total_points, questions };
}

interface Publishing extends Omit<PlanEditor, 'alongside'> {
  readonly version: number;
  readonly language: Language;
  readonly given?: PlanSource | undefined;
  /** Builds what the transaction writes besides the plan (audit entry, idempotent response), given the answer of the call. */
  readonly entry: (answered: { readonly warnings: readonly string[] }) => WriteWithChange;
}

export interface PublishOutcome {
  readonly change: PlanChangeOutcome;
  readonly warnings: readonly string[];
}

/**
 * Publishes a plan: freezes its questions (of `given`, else of its paper), seals the packages for devices, and gives every examinee an attempt and a
 * seat. Rendering and sealing happen before the transaction; the transaction then checks that their sources are unchanged.
 */
export async function publishPlan(
  deps: ExamDeps,
  plan: PlanTableRow,
  examinees: readonly ExamineeRow[],
  { version, language, given, entry, ...editor }: Publishing,
): Promise<PublishOutcome> {
  const closesMs = plan.start_ms + plan.entry_limit_ms;
  if (closesMs <= editor.nowMs) refuse('refused', messages.entryOver(closesMs));
  const source = given ?? (await paperSource(deps, plan));
  const frozen = [];
  for (const [at, variant] of variantNames.slice(0, source.variants.length).entries()) {
    const name = { planId: plan.id, variant, version: packageVersion, title: plan.name };
    frozen.push(await freezePaper(source, source.questions, deps.uploads, { ...name, at }));
  }
  const obstacles = [...new Map(frozen.flatMap((one) => listPublishObstacles(one)).map((each) => [each.en, each])).values()];
  if (obstacles.length > 0) refuse('refused', messages.obstacles(obstacles));
  // Assignments are done at home: they have no rooms and may overlap anything.
  const checks = plan.kind === 'exam' ? await runPlanChecks(deps, plan) : [];
  const wrong = checks.filter((check) => check.state === 'must');
  if (wrong.length > 0) refuse('refused', messages.obstacles(wrong.map((check) => messages.check(check))));
  const users = new Map(
    (
      await createUserReads(deps.db).examUsers(
        editor.schoolId,
        examinees.map((row) => row.user_id),
      )
    ).map((user) => [user.id, user]),
  );
  if (users.size < examinees.length) refuse('refused', messages.examineeNotFound(examinees.length - users.size));

  const vault = createContentKeyVault(deps.keys.personal.seal, deps.chance);
  const packages = [];
  for (const one of frozen) {
    const { planId, variant, version: packaged } = one.content;
    const contentKey = Uint8Array.from(deps.chance.bytes(32));
    const sealed = await sealPaper(one.content, await importContentKey(contentKey));
    packages.push({ frozen: one, sealed, contentKey: vault.seal(contentKey, { planId, variant, version: packaged }) });
  }
  const attempts = examinees.flatMap((row) => {
    const user = users.get(row.user_id);
    return user ? [{ user, attemptId: deps.chance.uuid() }] : [];
  });
  // Register the attempts before they are in the plan, so that no attempt can be entered whose start the log does not know.
  await deps.sync.expect(
    attempts.map(({ attemptId }) => attemptId),
    plan.start_ms,
  );
  const warnings = frozen.flatMap((one) =>
    listFreezeWarnings(one).map((each) => (frozen.length > 1 ? `${one.content.variant}: ${each[language]}` : each[language])),
  );
  const change = await createExamStore(deps.db).publish(
    { id: plan.id, version },
    {
      source,
      packages,
      // An assignment in words has no questions of a bank.
      contents:
        source.row === null ? [] : [...source.questions.values()].map((question) => computeQuestionContent(question, plan.school_id)),
      attempts,
    },
    { ...editor, alongside: entry({ warnings }) },
  );
  const badFormulas = frozen.flatMap((one) => one.badFormulas);
  if (change.kind === 'done' && badFormulas.length > 0)
    deps.logger.warn({ planId: plan.id, formulas: badFormulas }, 'formulas shown as source');
  return { change, warnings };
}
