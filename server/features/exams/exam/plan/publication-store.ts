import type { Transaction } from 'kysely';
import { combineStemAndMaterial } from '../../../../../sync/contract/bank/question-body.ts';
import type { SealedPackage } from '../../../../../sync/contract/exams/sitting.ts';
import type { Database } from '../../../../db/schema.ts';
import { sliceValues } from '../../../../db/slice-values.ts';
import type { StoredQuestion } from '../../../bank/question/question-reads.ts';
import { createQuestionUseWrites } from '../../../bank/question/question-use-writes.ts';
import type { QuestionContent } from '../../../bank/question/similarity/question-likeness-reads.ts';
import type { FrozenPaper, PaperRow, StoredPaper } from '../../../papers/paper/paper-reads.ts';
import type { ExamUser } from '../../../people/user/user-reads.ts';

/** Content that a plan freezes: a paper with its questions, or the text of an assignment without a paper (`row` is null). */
export interface PlanSource extends Pick<StoredPaper, 'rules' | 'sections' | 'variants'> {
  readonly row: PaperRow | null;
  readonly name: string;
  readonly totalPoints: number;
  readonly questions: ReadonlyMap<number, StoredQuestion>;
}

export interface Publication {
  readonly source: Pick<PlanSource, 'row' | 'name' | 'totalPoints' | 'rules'>;
  /** One sealed paper for each variant, variant A first. */
  readonly packages: readonly {
    readonly frozen: FrozenPaper;
    readonly sealed: SealedPackage;
    /** The content key, encrypted under the server's own key. */
    readonly contentKey: Buffer;
  }[];
  /** Hash, bands and text of the questions in all packages, with which similar questions are found later. */
  readonly contents: readonly QuestionContent[];
  readonly attempts: readonly { readonly user: ExamUser; readonly attemptId: string }[];
}

/** Number of question contents that one INSERT writes. Each content also adds up to eight rows of bands, for the search of near-duplicates. */
const contentsPerInsert = 60;

/** Stores one variant: the sealed package for devices, and its questions for marking. */
export async function insertPackage(
  tx: Transaction<Database>,
  planId: number,
  { source }: Publication,
  { frozen: { content, items }, sealed, contentKey }: Publication['packages'][number],
): Promise<void> {
  await tx
    .insertInto('exam_package')
    .values({
      plan_id: planId,
      variant: content.variant,
      version: content.version,
      paper_name: source.name,
      question_count: items.length,
      total_points: source.totalPoints,
      pass_points: source.rules.passPoints,
      sections: JSON.stringify(content.sections.map(({ title, type }) => ({ title, type }))),
      sealed: sealed.sealed,
      size_bytes: sealed.sizeBytes,
      content_key: contentKey,
    })
    .execute();
  const rows = items.map(({ itemId, section, question, points, partial }) => ({
    plan_id: planId,
    variant: content.variant,
    item_id: itemId,
    section,
    question_id: question.id,
    question_version: question.version,
    type: question.type,
    points,
    partial: partial ? (1 as const) : (0 as const),
    answer_key: JSON.stringify(question.key),
    stem: combineStemAndMaterial(question),
    options: JSON.stringify(question.options),
    analysis: question.analysis,
  }));
  for (const some of sliceValues(rows, 500)) await tx.insertInto('exam_item').values(some).execute();
}

/** Records the content of a plan's questions, so that similar questions are held back from learners as well (decision 038). */
export async function insertContents(tx: Transaction<Database>, planId: number, contents: Publication['contents']): Promise<void> {
  for (const slice of sliceValues(contents, contentsPerInsert)) {
    await tx
      .insertInto('exam_question')
      .values(
        slice.map(({ questionId, hash, plain, bands }) => ({
          plan_id: planId,
          question_id: questionId,
          hash,
          plain,
          bands: JSON.stringify(bands),
        })),
      )
      .execute();
    const rows = slice.flatMap(({ questionId, bands }) =>
      [...new Set(bands)].map((band) => ({ band, plan_id: planId, question_id: questionId })),
    );
    if (rows.length > 0) await tx.insertInto('exam_question_band').values(rows).execute();
  }
}

/** Copies the rules of the plan's marker groups into the plan, so that a later change of a group changes no score. */
export async function freezeGroupRules(tx: Transaction<Database>, planId: number): Promise<void> {
  const groups = await tx
    .selectFrom('exam_plan_group')
    .innerJoin('marker_group', 'marker_group.id', 'exam_plan_group.group_id')
    .select(['marker_group.id', 'marker_group.twice', 'marker_group.tolerance'])
    .where('exam_plan_group.plan_id', '=', planId)
    .execute();
  for (const { id, twice, tolerance } of groups)
    await tx
      .updateTable('exam_plan_group')
      .set({ twice, tolerance_cent: Math.round(tolerance * 100) })
      .where('plan_id', '=', planId)
      .where('group_id', '=', id)
      .execute();
}

/**
 * Adds to the bank's use counts. A question of one variant is counted for the examinees of that variant only. `variants`: one entry for each
 * examinee.
 */
export async function addQuestionUse(
  tx: Transaction<Database>,
  packages: Publication['packages'],
  variants: readonly string[],
  startMs: number,
): Promise<void> {
  const exposures = new Map<number, number>();
  for (const { frozen } of packages) {
    const sitting = variants.filter((variant) => variant === frozen.content.variant).length;
    for (const { question } of frozen.items) exposures.set(question.id, (exposures.get(question.id) ?? 0) + sitting);
  }
  for (const [examinees, entries] of Map.groupBy(exposures, ([, count]) => count))
    await createQuestionUseWrites(tx).recordUse(
      entries.map(([id]) => id),
      examinees,
      startMs,
    );
}

/** Reverses `addQuestionUse`. The time at which a question was last used becomes the latest start among the other published plans with it. */
export async function removeQuestionUse(tx: Transaction<Database>, planId: number): Promise<void> {
  const exposed = await tx
    .selectFrom('exam_item')
    .leftJoin('exam_examinee', (join) =>
      join.onRef('exam_examinee.plan_id', '=', 'exam_item.plan_id').onRef('exam_examinee.variant', '=', 'exam_item.variant'),
    )
    .where('exam_item.plan_id', '=', planId)
    .groupBy('question_id')
    .select(['question_id', (eb) => eb.fn.count<number>('user_id').as('people')])
    .execute();
  const uses = createQuestionUseWrites(tx);
  // Exams of all schools count the use of certified questions. Lock their banks, so that no other exam counts between this read and the write.
  await uses.lockBanks(exposed.map((row) => row.question_id));
  const used = await tx
    .selectFrom('exam_item as other')
    .innerJoin('exam_plan', 'exam_plan.id', 'other.plan_id')
    .where('other.question_id', 'in', (eb) => eb.selectFrom('exam_item').select('question_id').where('plan_id', '=', planId))
    .where('other.plan_id', '<>', planId)
    .where('published_ms', 'is not', null)
    .groupBy('other.question_id')
    .select(['other.question_id', (eb) => eb.fn.max('start_ms').as('lastMs')])
    .execute();
  const lastMs = new Map(used.map((row) => [row.question_id, row.lastMs]));
  await uses.revertUse(exposed.map(({ question_id: id, people }) => ({ id, people, lastMs: lastMs.get(id) ?? null })));
}
