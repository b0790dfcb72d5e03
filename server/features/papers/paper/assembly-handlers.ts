import type { Kysely } from 'kysely';
import type { PaperKind } from '../../../../sync/contract/codes.ts';
import type { Assembly, Blueprint, QuotaCell } from '../../../../sync/contract/papers/assembly.ts';
import type { PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import { isAssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { computePassMark, sumSectionPoints } from '../../../../sync/domain/papers/paper-points.ts';
import type { Database } from '../../../db/schema.ts';
import { type Handlers, refuse, type Message, refuseField, say } from '../../../http/handler.ts';
import type { ServerRandom, ServerClock } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { createDetailReads } from '../../bank/detail/detail-reads.ts';
import { createQuestionDrawReads } from '../../bank/question/question-draw-reads.ts';
import { createQuestionPoolReads } from '../../bank/question/question-pool-reads.ts';
import { checkAssembly, type VariantQuestionIds } from './assembly/assembly-check.ts';
import type { AssemblyProblem } from './assembly/assembly-problem.ts';
import type { AssemblyThreadTask, SupplyResult, AssemblyTaskResult } from './assembly/assembly-task.ts';
import { assemblyLimitMs, createAssemblyThread, type AssemblyThreadResult } from './assembly/assembly-thread.ts';
import { createBankCache } from './assembly/bank-cache.ts';
import { computeBlueprintCells, type WeightedTable } from './assembly/blueprint-cells.ts';
import { lockVariants, keepFittingQuestions, combineWithLocked, restoreLockedVariants } from './paper-fit.ts';
import { paperMessages } from './paper-messages.ts';
import { createPaperReads } from './paper-reads.ts';
import { createPaperStore } from './paper-store.ts';
import { toPaperDraft, type StoredPaperDraft, type StoredPaper } from './whole-paper-reads.ts';

/** Most questions of a paper; up to this size the solver answers within its time limit for four variants. */
const mostQuestions = 300;

type RequestedAssembly = Omit<AssemblyProblem, 'variants' | 'maxShared' | 'lockedIds' | 'unchangedVariants' | 'seed'>;

const messages = {
  noTable: () => say('细目表不存在或尚未发布', 'This detail table does not exist, or is not published yet'),
  unknownScope: (scope: string) => say(`细目表中没有鉴定范围 ${scope}`, `The detail table has no scope ${scope}`),
  needsTable: () => say('按鉴定范围或重要程度出题须先选择细目表', 'Quotas by scope or importance need a detail table'),
  noSection: () => say('没有这种题型的大题', 'No section has questions of this type'),
  tooMany: (most: number) => say(`一份试卷最多 ${most} 题`, `A paper has at most ${most} questions`),
  invalid: () => say('组卷要求有误', 'The blueprint has errors'),
  busy: () => say('同时组卷的人太多，请稍后再试', 'Too many papers are being assembled just now; try again in a moment'),
  late: () =>
    say(
      '时限内没有找到组卷方案，试卷没有改动；请减少配额或放宽条件后再试',
      'No paper was found in time, and nothing was changed. Reduce the quotas or relax the limits and try again',
    ),
  uneven: () =>
    say(
      '题库组不成难度相差 2% 以内的平行卷，试卷没有改动；请限定难度比例，或解锁一些题',
      'The bank has no parallel papers within 2 % of difficulty, and nothing was changed. Set a difficulty mix, or unlock some questions',
    ),
  bankMoved: () => say('题库刚有变动，试卷没有改动，请再组一次', 'The bank has just changed, and the paper was not. Assemble it again'),
  givenUp: () => say('组卷已取消', 'The assembly was cancelled'),
} as const;

/**
 * Turns a blueprint (requirements by which a paper is drawn from the bank) into the problem for the solver, or refuses it with its faults by field.
 * The quotas are those of the blueprint; if it has none, they are computed from its shares.
 */
async function toAssemblyProblem(db: Kysely<Database>, blueprint: Blueprint): Promise<RequestedAssembly> {
  const table = blueprint.detailTableId === null ? null : await createDetailReads(db).paperTable(blueprint.detailTableId);
  if (table === undefined) refuse('notFound', messages.noTable());
  const faults = listBlueprintFaults(blueprint, table);
  if (faults.length > 0) refuse('invalid', messages.invalid(), { fields: faults });
  const { sections, bank, categories, maxExposure, bannedIds } = blueprint;
  return { sections, cells: blueprint.cells ?? computeBlueprintCells(blueprint, table), table, bank, categories, maxExposure, bannedIds };
}

function listBlueprintFaults(blueprint: Blueprint, table: WeightedTable | null): { path: string; message: Message }[] {
  const faults: { path: string; message: Message }[] = [];
  const fault = (path: string, message: Message): void => void faults.push({ path: `blueprint.${path}`, message });
  if (blueprint.sections.reduce((sum, section) => sum + section.count, 0) > mostQuestions)
    fault('sections', messages.tooMany(mostQuestions));
  if (table === null && blueprint.cells === undefined) {
    if (blueprint.scopeDepth > 0) fault('scopeDepth', messages.needsTable());
    if (blueprint.importance !== null) fault('importance', messages.needsTable());
  }
  const scopes = new Set(['', ...(table?.scopes.map((scope) => scope.code) ?? [])]);
  const types = new Set(blueprint.sections.map((section) => section.type));
  for (const [at, cell] of (blueprint.cells ?? []).entries()) checkCell(cell, `cells.${at}`);
  return faults;

  function checkCell(cell: QuotaCell, path: string): void {
    if (table === null && (cell.scope !== '' || cell.importance !== null)) fault(path, messages.needsTable());
    else if (!scopes.has(cell.scope)) fault(`${path}.scope`, messages.unknownScope(cell.scope));
    if (cell.type !== null && !types.has(cell.type)) fault(`${path}.type`, messages.noSection());
  }
}

/** Finds the questions of a school that an exam holds back (decision 038). The exam module provides this, because papers must not import exams. */
export interface HeldQuestionFinder {
  ofBank(scope: { readonly schoolId: number; readonly nowMs: number; readonly holderKind: 'exams' }): Promise<ReadonlySet<number>>;
}

export interface AssemblyDeps {
  readonly heldQuestions: HeldQuestionFinder;
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  /** Aborts when the server stops; the assembly thread stops with it. */
  readonly stopping: AbortSignal;
}

/**
 * Most rounds of drawing. Some near-duplicates are found only by comparing texts; each round forbids the pairs found in the last one and draws again.
 */
const mostRounds = 8;
/** Minimum time (ms) that must be left to start another round. */
const leastMs = 150;

interface DrawnAssembly {
  readonly assembly: Assembly;
  /** Key of the bank's state from which the papers were drawn. */
  readonly bankKey: string;
}
const markUnproven = ({ assembly, bankKey }: DrawnAssembly): DrawnAssembly => ({ assembly: { ...assembly, proven: false }, bankKey });

/** Runs the solver over a school's banks: owns the thread, caches the banks, and repeats the draw until no near-duplicates are left. */
function createAssemblyRunner(db: Kysely<Database>, stopping: AbortSignal) {
  const pool = createQuestionPoolReads(db);
  const bankOf = createBankCache(pool);
  const thread = createAssemblyThread();
  stopping.addEventListener('abort', () => void thread.close(), { once: true });

  const run = async (
    schoolId: number,
    task: AssemblyThreadTask,
    signal: AbortSignal,
    limitMs: number,
  ): Promise<AssemblyThreadResult & { readonly bankKey: string }> => {
    const bank = await bankOf(schoolId);
    const answer = await thread.run(bank, task, signal, limitMs).catch((error: unknown) => {
      if (signal.aborted || stopping.aborted) refuse('refused', messages.givenUp());
      throw error;
    });
    return answer === undefined ? refuse('tooMany', messages.busy()) : { ...answer, bankKey: bank.key };
  };

  return {
    /** Draws papers in rounds (`mostRounds`). After `assemblyLimitMs` it returns the best result so far, or refuses if there is none. */
    async papers(schoolId: number, problem: AssemblyProblem, signal: AbortSignal): Promise<DrawnAssembly> {
      const locked = new Set(problem.lockedIds.flat());
      const twinPairs: [number, number][] = [];
      let leftMs = assemblyLimitMs;
      let best: DrawnAssembly | undefined;
      for (let round = 1; ; round += 1) {
        const answer = await run(schoolId, { kind: 'assemble', problem, twinPairs }, signal, leftMs);
        if (answer.kind === 'late') return best === undefined ? refuse('refused', messages.late()) : markUnproven(best);
        const { assembly } = expectKind(answer, 'assembly');
        const { bankKey } = answer;
        leftMs -= answer.tookMs;
        const near = await pool.nearPairs(assembly.variants.map(listQuestionIds));
        // Two near-duplicates that are both locked (fixed on the paper by a person) stay together.
        const fresh = near.filter(([a, b]) => !(locked.has(a) && locked.has(b)) && !twinPairs.some(([c, d]) => a === c && b === d));
        if (fresh.length === 0) return { assembly: addLockedTwins(assembly, near, locked), bankKey };
        best = { assembly, bankKey };
        if (round === mostRounds || leftMs < leastMs) return markUnproven(best);
        twinPairs.push(...fresh);
      }
    },

    async supply(schoolId: number, problem: AssemblyProblem, signal: AbortSignal): Promise<SupplyResult> {
      const answer = await run(schoolId, { kind: 'supply', problem, twinPairs: [] }, signal, assemblyLimitMs);
      return answer.kind === 'late' ? refuse('refused', messages.late()) : expectKind(answer, 'supply').supply;
    },

    /** Checks finished papers against the bank as it is now. */
    async verify(schoolId: number, problem: AssemblyProblem, papers: readonly VariantQuestionIds[], bankKey: string): Promise<void> {
      const rows = await pool.rows(schoolId, papers.flatMap(listQuestionIds));
      const faults = checkAssembly(problem, papers, rows);
      if (faults.length === 0) return;
      if (faults.every((fault) => fault === 'uneven')) refuse('refused', messages.uneven());
      // If the bank has changed since the draw, a retired question may be the cause. If it has not, the solver is wrong.
      if ((await pool.key(schoolId)) !== bankKey) refuse('refused', messages.bankMoved());
      throw new Error(`assembled papers break their rules: ${faults.join()}`);
    },
  };
}

function expectKind<K extends AssemblyTaskResult['kind']>(answer: AssemblyTaskResult, kind: K): Extract<AssemblyTaskResult, { kind: K }> {
  if (answer.kind !== kind) throw new Error('the assembly thread replied to another task');
  return answer as Extract<AssemblyTaskResult, { kind: K }>;
}

const listQuestionIds = (variant: VariantQuestionIds): number[] => variant.sections.flatMap((section) => section.questionIds);

/** Reports locked questions with nearly equal texts as duplicates in `lockFaults`, like those whose hashes are equal. */
function addLockedTwins(assembly: Assembly, near: readonly [number, number][], locked: ReadonlySet<number>): Assembly {
  const twins = near.filter(([a, b]) => locked.has(a) && locked.has(b)).map(([, id]) => ({ id, reason: 'duplicate' as const }));
  const fresh = twins.filter(({ id }) => !assembly.lockFaults.some((fault) => fault.id === id && fault.reason === 'duplicate'));
  return fresh.length === 0 ? assembly : { ...assembly, lockFaults: [...assembly.lockFaults, ...fresh] };
}

/** Creates the calls that draw papers by a blueprint, and that count the questions which the bank has for a blueprint. */
export function createAssemblyHandlers(deps: AssemblyDeps): Pick<Handlers<'paper'>, 'assemble' | 'blueprintSupply'> {
  const { db, clock, chance, stopping } = deps;
  const solver = createAssemblyRunner(db, stopping);
  const questions = createQuestionDrawReads(db);
  const store = createPaperStore(db);
  const reads = createPaperReads(db);

  return {
    async assemble({ id, version, blueprint, accept, keep = [], seed = chance.bytes(4).readUInt32LE() }, context) {
      const { caller, signal } = context;
      const paper = await reads.byId(caller.schoolId, id);
      if (!paper) refuse('notFound', paperMessages.notFound());
      const editor = { schoolId: caller.schoolId, userId: caller.userId, userType: caller.userType, nowMs: clock.nowMs() };
      await store.requireChangeable({ id, version }, editor);
      const draft = accept === undefined ? toPaperDraft(paper) : applyRelaxation(paper, accept);

      const { variants: count, ...quotas } = blueprint;
      const quotaProblem = await toAssemblyProblem(db, { ...quotas, sections: draft.sections });
      const fittingVariants = keepFittingQuestions(paper.sections, draft.sections, paper.variants);
      const lockedVariants = lockVariants(fittingVariants, keep);
      const secretIds = await findHeldQuestions(deps, caller.schoolId, paper.row.kind);
      const lockedEntries = Array.from({ length: count }, (_, at) => listLockedEntries(lockedVariants[at]));
      const problem: AssemblyProblem = {
        ...quotaProblem,
        bannedIds: [...quotaProblem.bannedIds, ...secretIds],
        variants: count,
        maxShared: draft.rules.maxShared,
        lockedIds: lockedEntries.map((entries) => entries.map((entry) => entry.id)),
        unchangedVariants: keep,
        seed,
      };
      if (countLockedShared(problem.lockedIds) > problem.maxShared) refuse('refused', paperMessages.lockedShared(problem.maxShared));
      const drawnPapers = await solver.papers(caller.schoolId, problem, signal);
      const { bankKey } = drawnPapers;
      const leftOut = await questions.countDrawable(caller.schoolId, [...secretIds], {
        ...quotaProblem,
        types: quotaProblem.sections.map(({ type }) => type),
      });
      const assembly = { ...drawnPapers.assembly, leftOut };
      if (assembly.shortfall.length > 0 || assembly.lockFaults.some((fault) => fault.reason !== 'duplicate'))
        return { ...assembly, saved: null };

      const completedVariants = assembly.variants.map((drawnVariant, at) => putAround(lockedVariants[at], drawnVariant, draft.sections));
      const variants = restoreLockedVariants(completedVariants, fittingVariants, keep);
      const papers = variants.map(({ sections }) => ({
        sections: sections.map((entries) => ({ questionIds: entries.map((one) => one.id) })),
      }));
      await solver.verify(caller.schoolId, problem, papers, bankKey);
      const after = { questions: variants, blueprint };
      const change = {
        before: { questions: paper.variants, blueprint: paper.blueprint, ...(accept && toPaperDraft(paper)) },
        after: { ...after, ...(accept && draft) },
      };
      const questionsToSave = { variants, blueprint, seed, ...(accept && { draft }) };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const saved = await store.saveQuestions(tx, { id, version }, questionsToSave, editor);
        await context.audit.noteIn(tx, { entity: 'paper', id, name: paper.row.name, ...change });
        return { ...assembly, saved: { version: saved.version, status: saved.status } };
      });
    },

    async blueprintSupply({ blueprint, kind }, { caller, signal }) {
      const quotaProblem = await toAssemblyProblem(db, blueprint);
      const bannedIds = [...quotaProblem.bannedIds, ...(await findHeldQuestions(deps, caller.schoolId, kind))];
      const problem = { ...quotaProblem, bannedIds, variants: 1, maxShared: 0, lockedIds: [], unchangedVariants: [], seed: 0 };
      const supply = await solver.supply(caller.schoolId, problem, signal);
      const { cells, sections, questionCount } = supply;
      return {
        cells: problem.cells.flatMap((cell, at) => (cells[at] ? [{ ...cell, ...cells[at] }] : [])),
        sections: blueprint.sections.flatMap(({ type, count }, at) => (sections[at] ? [{ type, want: count, ...sections[at] }] : [])),
        questionCount,
      };
    },
  };
}

/** Returns the questions that a paper of this kind must not draw: homework and mock tests never show what an exam holds back (decision 038). */
export async function findHeldQuestions(
  { heldQuestions, clock }: Pick<AssemblyDeps, 'heldQuestions' | 'clock'>,
  schoolId: number,
  kind: PaperKind,
): Promise<ReadonlySet<number>> {
  return isAssignedKind(kind) ? heldQuestions.ofBank({ schoolId, nowMs: clock.nowMs(), holderKind: 'exams' }) : new Set();
}

/** Applies the counts and `maxShared` of an accepted relaxation to the paper's draft. */
function applyRelaxation(paper: StoredPaper, accept: { counts: readonly number[]; maxShared: number }): StoredPaperDraft {
  const message = paperMessages.sectionCount();
  if (accept.counts.length !== paper.sections.length) refuseField('invalid', 'accept.counts', message);
  const sections = paper.sections.map((section, at) => ({ ...section, count: accept.counts[at] ?? section.count }));
  const passPoints = computePassMark(paper.rules.passPoints, sumSectionPoints(paper.sections), sumSectionPoints(sections));
  return { ...toPaperDraft(paper), sections, rules: { ...paper.rules, passPoints, maxShared: accept.maxShared } };
}

const listLockedEntries = (variant: PaperVariant | undefined) => variant?.sections.flat().filter((entry) => entry.locked) ?? [];

/**
 * Combines locked questions, which keep their places, with drawn ones. The drawn questions of a type fill the open places in the sections of that
 * type, in the order drawn.
 */
function putAround(
  keptVariant: PaperVariant | undefined,
  drawnVariant: Assembly['variants'][number],
  sections: StoredPaperDraft['sections'],
): PaperVariant {
  const locked = new Set(listLockedEntries(keptVariant).map((entry) => entry.id));
  const decks = new Map<number, number[]>();
  for (const [at, { questionIds }] of drawnVariant.sections.entries()) {
    const type = sections[at]?.type ?? 0;
    decks.set(type, [...(decks.get(type) ?? []), ...questionIds.filter((id) => !locked.has(id))]);
  }
  return {
    sections: sections.map(({ type, count }, at) => {
      const before = keptVariant?.sections[at] ?? [];
      const open = count - before.filter((entry) => entry.locked).length;
      return combineWithLocked(before, decks.get(type)?.splice(0, Math.max(0, open)) ?? [], count);
    }),
  };
}

function countLockedShared(variants: readonly (readonly number[])[]): number {
  const sets = variants.map((ids) => new Set(ids));
  return Math.max(0, ...sets.flatMap((one, at) => sets.slice(at + 1).map((other) => one.intersection(other).size)));
}
