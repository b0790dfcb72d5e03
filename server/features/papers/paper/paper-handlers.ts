import type { Kysely } from 'kysely';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import { questionStatus, variantNames } from '../../../../sync/contract/codes.ts';
import type { PaperVariant, paperCalls } from '../../../../sync/contract/papers/paper.ts';
import { sumSectionPoints } from '../../../../sync/domain/papers/paper-points.ts';
import type { Viewer } from '../../../db/row-owner-store.ts';
import type { Database } from '../../../db/schema.ts';
import type { AuditChange } from '../../../http/audit.ts';
import { type Handlers, refuse, refuseField } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { validateCategory } from '../../../resources/category-response.ts';
import { createSharingHandlers } from '../../../http/routes/sharing-handlers.ts';
import type { ServerRandom, ServerClock } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createDetailReads } from '../../bank/detail/detail-reads.ts';
import { type PaperQuestionFacts, createQuestionDrawReads } from '../../bank/question/question-draw-reads.ts';
import { createQuestionPoolReads } from '../../bank/question/question-pool-reads.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import { type AssemblyDeps, createAssemblyHandlers, findHeldQuestions } from './assembly-handlers.ts';
import { isPlaceInTable } from './assembly/candidate-pool.ts';
import { sortByNearness, createQuotaComparison } from './nearest-question.ts';
import { createPaperCategoryHandlers } from './paper-category-handlers.ts';
import { lockVariants } from './paper-fit.ts';
import { freezePaper, listFreezeWarnings, listPublishObstacles } from './paper-freeze.ts';
import { paperMessages as messages } from './paper-messages.ts';
import { createPaperReads } from './paper-reads.ts';
import { paperSorts, createPaperStore } from './paper-store.ts';
import { createPaperWordHandlers } from './paper-word-handlers.ts';
import { drawByRules, isAllowedByRule, type RuleCandidate, applyPaperDifficulty } from './rule-draw.ts';
import {
  toPaperDraft,
  type PaperRow,
  listVariantQuestionIds,
  parsePaperRules,
  type StoredPaper,
  type StoredPaperDraft,
} from './whole-paper-reads.ts';

/** Refuses a draft whose pass mark exceeds the total points. */
function checkPassMark(draft: StoredPaperDraft): void {
  const total = sumSectionPoints(draft.sections);
  if (draft.rules.passPoints <= total) return;
  refuseField('invalid', 'rules.passPoints', messages.passAboveTotal(total));
}

export interface PaperDeps extends AssemblyDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly uploads: Pick<ManyUploadReads, 'dataAddress' | 'mediaAddress' | 'pictures' | 'sizeOf'>;
}

/** Number of candidates that are compared to find the questions nearest to a given one. */
const likeQuestions = 200;

type Conflict = CallOutput<(typeof paperCalls)['getConflicts']>['items'][number];

/**
 * Finds conflicts among the chosen questions of a paper: near-duplicates, questions not in use, the wrong profession or level, too many shared
 * questions. Manual choice or later changes cause them; a draw never does.
 */
async function findPaperConflicts(db: Kysely<Database>, { row: paper, variants, rules, blueprint }: StoredPaper): Promise<Conflict[]> {
  const pool = createQuestionPoolReads(db);
  const ids = variants.map((variant) => listVariantQuestionIds([variant]));
  const near = new Set((await pool.nearPairs(ids)).map((pair) => pair.join(' ')));
  const rows = new Map((await pool.rows(paper.school_id, ids.flat())).map((row) => [row.id, row]));
  const tableId = blueprint?.detailTableId ?? null;
  const table = tableId === null ? undefined : await createDetailReads(db).paperTable(tableId);
  return ids.flatMap((variantIds, at): Conflict[] => {
    const variant = variantNames[at] ?? 'A';
    const variantRows = variantIds.flatMap((id) => rows.get(id) ?? []);
    const isNear = (a: (typeof variantRows)[number], b: (typeof variantRows)[number]): boolean =>
      a.hash === b.hash || near.has(`${Math.min(a.id, b.id)} ${Math.max(a.id, b.id)}`);
    const pairs = variantRows.flatMap((one, index) =>
      variantRows.slice(index + 1).flatMap((other) => (isNear(one, other) ? [[one.id, other.id]] : [])),
    );
    const place = (one: (typeof variantRows)[number]) => ({ professionId: one.prof_id, tradeId: one.trade_id, level: one.level });
    const sharedWithEarlier = ids.slice(0, at).map((theirs) => variantIds.filter((id) => theirs.includes(id)));
    return [
      ...pairs.map((pair): Conflict => ({ kind: 'near', variant, ids: pair })),
      // Retired and deleted questions are missing from `rows`; other questions that are not in use have another status there.
      ...variantIds
        .filter((id) => rows.get(id)?.status !== questionStatus.inUse)
        .map((id): Conflict => ({ kind: 'notInUse', variant, ids: [id] })),
      ...variantRows
        .filter((one) => table !== undefined && !isPlaceInTable(place(one), table.place))
        .map((one): Conflict => ({ kind: 'otherPlace', variant, ids: [one.id] })),
      ...sharedWithEarlier
        .filter((shared) => shared.length > rules.maxShared)
        .map((shared): Conflict => ({ kind: 'shared', variant, ids: shared })),
    ];
  });
}

export function createPaperHandlers(deps: PaperDeps): Handlers<'paper'> {
  const { db, clock, chance, uploads } = deps;
  const store = createPaperStore(db);
  const reads = createPaperReads(db);
  const questions = createQuestionDrawReads(db);
  const pool = createQuestionPoolReads(db);
  const toEditor = (caller: Viewer) => ({
    schoolId: caller.schoolId,
    userId: caller.userId,
    userType: caller.userType,
    nowMs: clock.nowMs(),
  });

  return {
    ...createSharingHandlers(db, 'paper', 'paper'),
    ...createAssemblyHandlers(deps),
    ...createPaperCategoryHandlers({ db, editor: toEditor }),
    ...createPaperWordHandlers(db, uploads),

    async add(input, context) {
      checkPassMark(input);
      const { caller, audit } = context;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const made = await store.add(tx, input, toEditor(caller));
        await audit.noteIn(tx, { entity: 'paper', id: made.id, before: null, after: input });
        return made;
      });
    },

    async modify({ id, version, ...typed }, context) {
      checkPassMark(typed);
      const { caller, audit } = context;
      const paper = await reads.byId(caller.schoolId, id);
      const category = validateCategory(typed.category, paper?.row.category);
      const draft = { ...typed, category };
      const before = paper ? toPaperDraft(paper) : null;
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const done = await store.modify(tx, { id, version }, draft, toEditor(caller));
        await audit.noteIn(tx, { entity: 'paper', id, name: draft.name, before, after: draft });
        return { id, version: done.version };
      });
    },

    async copy({ id, name, kind }, context) {
      const { caller, audit } = context;
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) refuse('notFound', messages.notFound());
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const made = await store.copy(tx, paper, { name, kind: kind ?? paper.row.kind }, toEditor(caller));
        await audit.noteIn(tx, { entity: 'paper', id: made.id, before: null, after: { name, copyOf: id } });
        return made;
      });
    },

    async remove({ items }, context) {
      const { caller, audit } = context;
      const removals: AuditChange[] = [];
      for (const { id } of items) {
        const paper = await reads.byId(caller.schoolId, id);
        if (paper) removals.push({ entity: 'paper', id, before: { name: paper.row.name, kind: paper.row.kind }, after: null });
      }
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        await store.remove(tx, items, toEditor(caller));
        for (const each of removals) await audit.noteIn(tx, each);
        return { removed: items.length };
      });
    },

    async getList(input, { caller }) {
      const order = readListQuery(input, paperSorts, '-updatedMs');
      const { keyword = '', kinds = [], ...filter } = input.filter ?? {};
      const { items, total } = await store.list({ viewer: caller, keyword, kinds, ...filter }, order);
      return { items: items.map(toPaperSummary), total };
    },

    async getById({ id }, { caller }) {
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) refuse('notFound', messages.notFound());
      const ids = listVariantQuestionIds(paper.variants);
      const factsById = await questions.byIds(caller.schoolId, ids, ids);
      const first = new Set(listVariantQuestionIds(paper.variants.slice(0, 1)));
      return {
        ...toPaperSummary(paper.row),
        rules: paper.rules,
        blueprint: paper.blueprint,
        seed: paper.row.seed,
        sections: paper.sections.map((section, at) => ({
          ...section,
          questions: (paper.variants[0]?.sections[at] ?? []).flatMap((entry) => factsById.get(entry.id) ?? []),
        })),
        variants: [...paper.variants],
        otherQuestions: [...factsById.values()].filter((question) => !first.has(question.id)),
        plans: await store.plansOf(id),
      };
    },

    async draw({ id, version, seed = chance.bytes(4).readUInt32LE(), variants: count, keep = [] }, context) {
      const { caller, audit } = context;
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) refuse('notFound', messages.notFound());
      const { sections, rules } = paper;
      const empty: PaperVariant = { sections: sections.map(() => []) };
      const before = variantNames.slice(0, count ?? paper.variants.length).map((_, at) => paper.variants[at] ?? empty);
      const { drawable, otherQuestions } = await questions.pool(
        caller.schoolId,
        rules.bank,
        sections.map((section) => section.type),
        listVariantQuestionIds(before),
      );
      const secretIds = await findHeldQuestions(deps, caller.schoolId, paper.row.kind);
      const lockedIds = new Set(
        lockVariants(before, keep).flatMap(({ sections: own }) => own.flat().flatMap((entry) => (entry.locked ? entry.id : []))),
      );
      // Keep a question that a person locked even if an exam still holds it secret. Setting this paper as homework or as a mock test is then refused,
      // and the refusal names the question.
      const secretHashes = new Set(drawable.flatMap((one) => (secretIds.has(one.id) ? one.hash : [])));
      const isFree = (one: RuleCandidate) => lockedIds.has(one.id) || !(secretIds.has(one.id) || secretHashes.has(one.hash));
      const freeQuestions = drawable.filter(isFree);
      const leftOut = drawable.filter(
        (one) => !isFree(one) && sections.some((section) => section.type === one.type && isAllowedByRule(section, one)),
      ).length;
      const drawing = drawByRules(
        {
          sections: applyPaperDifficulty(sections, rules.difficulty),
          variants: before,
          unchangedVariants: keep,
          maxShared: rules.maxShared,
          seed,
        },
        [...freeQuestions, ...otherQuestions.filter((one) => lockedIds.has(one.id))],
      );
      if (drawing.kind === 'short') {
        if (drawing.shortages.length === 0) refuse('refused', messages.lockedShared(rules.maxShared));
        const lines = drawing.shortages.map((short) => ({ ...short, title: sections[short.section]?.title ?? '' }));
        refuse('refused', messages.short(lines, before.length > 1 ? variantNames : [], leftOut), {
          fields: lines.map((line) => ({ path: `sections.${line.section}.count`, message: messages.shortSection(line.want, line.have) })),
          data: { shortages: drawing.shortages, leftOut },
        });
      }
      const auditDetails = { before: { questions: paper.variants }, after: { questions: drawing.variants, seed } };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const saved = await store.saveQuestions(tx, { id, version }, { variants: drawing.variants, seed }, toEditor(caller));
        await audit.noteIn(tx, { entity: 'paper', id, name: paper.row.name, ...auditDetails });
        return { id, version: saved.version, seed, leftOut };
      });
    },

    async choose({ id, version, variants, blueprint }, context) {
      const { caller, audit } = context;
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) refuse('notFound', messages.notFound());
      const factsById = await questions.byIds(caller.schoolId, listVariantQuestionIds(variants), listVariantQuestionIds(paper.variants));
      const fields = listChoiceFaults(paper, variants, factsById);
      if (fields.length > 0) refuse('invalid', messages.invalidQuestions(fields.length), { fields: fields.slice(0, 50) });
      const questionsToSave = { variants, ...(blueprint !== undefined && { blueprint }) };
      const before = { questions: paper.variants, blueprint: paper.blueprint };
      const after = { ...before, questions: variants, ...(blueprint !== undefined && { blueprint }) };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const saved = await store.saveQuestions(tx, { id, version }, questionsToSave, toEditor(caller));
        await audit.noteIn(tx, { entity: 'paper', id, name: paper.row.name, before, after });
        return saved;
      });
    },

    async getNearest({ questionId, avoidIds, bank, limit, quotas, kind }, { caller }) {
      const of = (await questions.byIds(caller.schoolId, [questionId])).get(questionId);
      if (!of) refuse('notFound', messages.questionNotFound());
      const table = quotas?.detailTableId == null ? undefined : await createDetailReads(db).paperTable(quotas.detailTableId);
      const hasSameQuotas = quotas && createQuotaComparison(table ?? { points: [] }, quotas);
      const secret = await findHeldQuestions(deps, caller.schoolId, kind);
      const candidates = await questions.suggestReplacements(caller.schoolId, bank, of, [...avoidIds, ...secret], likeQuestions);
      const like = sortByNearness(of, candidates, hasSameQuotas).slice(0, limit * 4);
      // A near-duplicate of another question in the paper is as bad as a repetition, so it is left out. The question being replaced does not count.
      const stay = avoidIds.filter((one) => one !== questionId);
      const repeated = await pool.findRepeats(
        like.map((one) => one.id),
        stay,
      );
      return { items: like.filter((one) => !repeated.has(one.id)).slice(0, limit) };
    },

    async getConflicts({ id }, { caller }) {
      const paper = await reads.byId(caller.schoolId, id);
      return paper ? { items: await findPaperConflicts(db, paper) } : refuse('notFound', messages.notFound());
    },

    async preview({ id, variant }, { caller, language }) {
      const paper = await reads.byId(caller.schoolId, id);
      const at = variantNames.indexOf(variant);
      if (!paper || at >= paper.variants.length) refuse('notFound', messages.notFound());
      const ids = listVariantQuestionIds(paper.variants);
      const found = await questions.byIds(caller.schoolId, ids, ids);
      const frozen = await freezePaper(paper, found, uploads, { planId: id, variant, at, version: 1, title: paper.row.name });
      return {
        content: frozen.content,
        warnings: listFreezeWarnings(frozen).map((each) => each[language]),
        obstacles: listPublishObstacles(frozen).map((each) => each[language]),
      };
    },
  };
}

const toPaperSummary = (row: PaperRow) => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  category: row.category,
  status: row.status,
  version: row.version,
  questionCount: row.question_count,
  totalPoints: row.total_points,
  variantCount: row.variant_count,
  updatedMs: row.updated_ms,
  minutes: parsePaperRules(row).minutes,
});

/** Finds the places of the given variants whose question is not allowed. Questions that the paper already had may stay even if retired since. */
function listChoiceFaults(paper: StoredPaper, variants: readonly PaperVariant[], factsById: ReadonlyMap<number, PaperQuestionFacts>) {
  const ownIds = new Set(listVariantQuestionIds(paper.variants));
  return variants.flatMap((variant, v) => {
    if (variant.sections.length !== paper.sections.length) return [{ path: `variants.${v}.sections`, message: messages.sectionCount() }];
    const chosenIds = new Set<number>();
    return variant.sections.flatMap((entries, s) => {
      const section = paper.sections[s];
      return entries.flatMap(({ id }, at) => {
        const question = factsById.get(id);
        const fault = () => {
          if (!section || at >= section.count) return messages.tooManyQuestions(section?.count ?? 0);
          if (!question) return messages.questionNotFound();
          if (question.type !== section.type) return messages.otherType();
          if (chosenIds.has(id)) return messages.twice();
          return question.status !== questionStatus.inUse && !ownIds.has(id) ? messages.notInUse() : undefined;
        };
        const message = fault();
        chosenIds.add(id);
        return message ? [{ path: `variants.${v}.sections.${s}.${at}`, message }] : [];
      });
    });
  });
}
