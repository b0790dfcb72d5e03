import { importContentKey, sealPaper } from '../../../../../sync/crypto/paper-package.ts';
import { refuse, type Language } from '../../../../http/handler.ts';
import { variantNames } from '../../../../../sync/contract/codes.ts';
import {
  freezePaper,
  listFreezeWarnings,
  createPaperReads,
  listPublishObstacles,
  listVariantQuestionIds,
} from '../../../papers/paper/paper-reads.ts';
import { computeQuestionContent } from '../../../bank/question/similarity/question-likeness-reads.ts';
import { createQuestionReads } from '../../../bank/question/question-reads.ts';
import { createUserReads } from '../../../people/user/user-reads.ts';
import type { ExamDeps } from '../exam-deps.ts';
import { examMessages as messages } from '../exam-messages.ts';
import { createContentKeyVault } from '../content-key.ts';
import { runPlanChecks } from './plan-checks.ts';
import { type PlanEditor, type ExamineeRow, getPlanPaperId, type PlanTableRow } from '../plan/exam-store.ts';
import type { PlanSource, Publication } from '../plan/publication-store.ts';

/** Version of the sealed package. A plan is sealed only once, so it is constant. */
const packageVersion = 1;

async function readPaperSource({ db }: Pick<ExamDeps, 'db'>, plan: PlanTableRow): Promise<PlanSource> {
  const paper = await createPaperReads(db).byId(plan.school_id, getPlanPaperId(plan));
  if (!paper) refuse('notFound', messages.paperNotFound());
  const ids = listVariantQuestionIds(paper.variants);
  if (ids.length === 0) refuse('refused', messages.notAssembled());
  const questions = await createQuestionReads(db).byIds(plan.school_id, ids);
  if (questions.size < ids.length) refuse('refused', messages.questionMissing());
  return { ...paper, name: paper.row.name, totalPoints: paper.row.total_points, questions };
}

interface Publishing extends PlanEditor {
  readonly language: Language;
  readonly source?: PlanSource | undefined;
}

/** Rows that publishing a plan writes, and the warnings for the response. */
export interface PreparedPublication {
  readonly publication: Publication;
  readonly warnings: readonly string[];
}

/**
 * Prepares the publication of a plan: freezes its questions (those of `given`, otherwise those of its paper), seals the packages for devices, and
 * makes an attempt for every examinee. Rendering and sealing need no transaction; the transaction that writes the result checks that the sources are
 * unchanged.
 */
export async function preparePublication(
  deps: ExamDeps,
  plan: PlanTableRow,
  examinees: readonly ExamineeRow[],
  { language, source: given, ...editor }: Publishing,
): Promise<PreparedPublication> {
  const closesMs = plan.start_ms + plan.entry_limit_ms;
  if (closesMs <= editor.nowMs) refuse('refused', messages.entryOver(closesMs));
  const source = given ?? (await readPaperSource(deps, plan));
  const frozen = [];
  for (const [at, variant] of variantNames.slice(0, source.variants.length).entries()) {
    const name = { planId: plan.id, variant, version: packageVersion, title: plan.name };
    frozen.push(await freezePaper(source, source.questions, deps.uploads, { ...name, at }));
  }
  const obstacles = [...new Map(frozen.flatMap((one) => listPublishObstacles(one)).map((each) => [each.en, each])).values()];
  if (obstacles.length > 0) refuse('refused', messages.obstacles(obstacles));
  // Assignments are done at home: they have no rooms and may overlap anything.
  const checks = plan.kind === 'exam' ? await runPlanChecks(deps, plan) : [];
  const failedChecks = checks.filter((check) => check.state === 'must');
  if (failedChecks.length > 0) refuse('refused', messages.obstacles(failedChecks.map((check) => messages.check(check))));
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
  // Register the attempts with the answer log before they are in the plan, so that no attempt can be entered whose start the log does not know.
  await deps.sync.registerStart(
    attempts.map(({ attemptId }) => attemptId),
    plan.start_ms,
  );
  const warnings = frozen.flatMap((one) =>
    listFreezeWarnings(one).map((each) => (frozen.length > 1 ? `${one.content.variant}: ${each[language]}` : each[language])),
  );
  const formulas = frozen.flatMap((one) => one.badFormulas);
  if (formulas.length > 0) deps.logger.warn({ planId: plan.id, formulas }, 'some formulas cannot be rendered and are shown as source');
  // An assignment that consists of a text instead of a paper has no questions from a bank.
  const contents = source.row === null ? [] : [...source.questions.values()].map((one) => computeQuestionContent(one, plan.school_id));
  return { publication: { source, packages, contents, attempts }, warnings };
}
