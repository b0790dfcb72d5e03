import type { Kysely } from 'kysely';
import type { Assembly, Blueprint, QuotaCell } from '../../../../sync/contract/papers/assembly.ts';
import type { PaperKind } from '../../../../sync/contract/codes.ts';
import type { PaperVariant } from '../../../../sync/contract/papers/paper.ts';
import type { Database } from '../../../db/schema.ts';
import { isAssignedKind } from '../../../../sync/domain/exams/attempt-kinds.ts';
import { computePassMark, sumSectionPoints } from '../../../../sync/domain/papers/paper-points.ts';
import { type Handlers, refuse, type Message, refuseField } from '../../../http/handler.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { ServerRandom, ServerClock } from '../../../ports.ts';
import { createQuestionDrawReads } from '../../bank/question/question-draw-reads.ts';
import { createAssemblyRunner } from './assembly-run.ts';
import type { AssemblyProblem } from './assembly/assembly-problem.ts';
import { lockVariants, keepFittingQuestions, combineWithLocked, restoreLockedVariants } from './paper-fit.ts';
import { paperMessages } from './paper-messages.ts';
import { createPaperReads } from './paper-reads.ts';
import { createPaperStore } from './paper-store.ts';
import { toPaperDraft, type StoredPaperDraft, type StoredPaper } from './whole-paper-reads.ts';
import { createDetailReads } from '../../bank/detail/detail-reads.ts';
import { assemblyMessages as messages } from './assembly-messages.ts';
import { computeBlueprintCells, type WeightedTable } from './assembly/blueprint-cells.ts';

/** Most questions of a paper; up to this size the solver answers within its time limit for four variants. */
const mostQuestions = 300;

type RequestedAssembly = Omit<AssemblyProblem, 'variants' | 'maxShared' | 'lockedIds' | 'kept' | 'seed'>;

/**
 * Turns a blueprint into the problem for the solver, or refuses it with its faults by field. Returns the quotas of the blueprint itself, else those
 * computed from its shares.
 */
async function toAssemblyProblem(db: Kysely<Database>, blueprint: Blueprint): Promise<RequestedAssembly> {
  const table = blueprint.detailTableId === null ? null : await createDetailReads(db).paperTable(blueprint.detailTableId);
  if (table === undefined) refuse('notFound', messages.noTable());
  const faults = blueprintFaults(blueprint, table);
  if (faults.length > 0) refuse('invalid', messages.invalid(), { fields: faults });
  const { sections, bank, categories, maxExposure, bannedIds } = blueprint;
  return { sections, cells: blueprint.cells ?? computeBlueprintCells(blueprint, table), table, bank, categories, maxExposure, bannedIds };
}

function blueprintFaults(blueprint: Blueprint, table: WeightedTable | null): { path: string; message: Message }[] {
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
  for (const [at, cell] of (blueprint.cells ?? []).entries()) cellFaults(cell, `cells.${at}`);
  return faults;

  function cellFaults(cell: QuotaCell, path: string): void {
    if (table === null && (cell.scope !== '' || cell.importance !== null)) fault(path, messages.needsTable());
    else if (!scopes.has(cell.scope)) fault(`${path}.scope`, messages.unknownScope(cell.scope));
    if (cell.type !== null && !types.has(cell.type)) fault(`${path}.type`, messages.noSection());
  }
}

/** Finds the questions of a school that an exam holds. The module of exams provides it, because papers do not read exams. */
export interface HeldQuestionFinder {
  ofBank(scope: { readonly schoolId: number; readonly nowMs: number; readonly by: 'exams' }): Promise<ReadonlySet<number>>;
}

export interface AssemblyDeps {
  readonly held: HeldQuestionFinder;
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  /** Aborts when the server stops; the assembly thread stops with it. */
  readonly stopping: AbortSignal;
}

/** Creates the calls that draw papers by a blueprint and that report what the bank has for one. */
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
      const draft = accept === undefined ? toPaperDraft(paper) : acceptedDraft(paper, accept);

      const { variants: count, ...quotas } = blueprint;
      const asked = await toAssemblyProblem(db, { ...quotas, sections: draft.sections });
      const kept = keepFittingQuestions(paper.sections, draft.sections, paper.variants);
      const held = lockVariants(kept, keep);
      const secret = await findHeldQuestions(deps, caller.schoolId, paper.row.kind);
      const locked = Array.from({ length: count }, (_, at) => lockedOf(held[at]));
      const problem: AssemblyProblem = {
        ...asked,
        bannedIds: [...asked.bannedIds, ...secret],
        variants: count,
        maxShared: draft.rules.maxShared,
        lockedIds: locked.map((entries) => entries.map((entry) => entry.id)),
        kept: keep,
        seed,
      };
      if (lockedShared(problem.lockedIds) > problem.maxShared) refuse('refused', paperMessages.lockedShared(problem.maxShared));
      const drawn = await solver.papers(caller.schoolId, problem, signal);
      const { bankKey } = drawn;
      const leftOut = await questions.countDrawable(caller.schoolId, [...secret], {
        ...asked,
        types: asked.sections.map(({ type }) => type),
      });
      const assembly = { ...drawn.assembly, leftOut };
      if (assembly.shortfall.length > 0 || assembly.lockFaults.some((fault) => fault.reason !== 'duplicate'))
        return { ...assembly, saved: null };

      const around = assembly.variants.map((made, at) => putAround(held[at], made, draft.sections));
      const variants = restoreLockedVariants(around, kept, keep);
      const papers = variants.map(({ sections }) => ({
        sections: sections.map((entries) => ({ questionIds: entries.map((one) => one.id) })),
      }));
      await solver.verify(caller.schoolId, problem, papers, bankKey);
      const after = { questions: variants, blueprint };
      const change = {
        before: { questions: paper.variants, blueprint: paper.blueprint, ...(accept && toPaperDraft(paper)) },
        after: { ...after, ...(accept && draft) },
      };
      const made = { variants, blueprint, seed, ...(accept && { draft }) };
      return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
        const done = await store.saveQuestions(tx, { id, version }, made, editor);
        await context.audit.noteIn(tx, { entity: 'paper', id, name: paper.row.name, ...change });
        return { ...assembly, saved: { version: done.version, status: done.status } };
      });
    },

    async blueprintSupply({ blueprint, kind }, { caller, signal }) {
      const asked = await toAssemblyProblem(db, blueprint);
      const bannedIds = [...asked.bannedIds, ...(await findHeldQuestions(deps, caller.schoolId, kind))];
      const problem = { ...asked, bannedIds, variants: 1, maxShared: 0, lockedIds: [], kept: [], seed: 0 };
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

/** Returns the questions that a paper of this kind must not draw: homework and mock tests never show what an exam still holds. */
export async function findHeldQuestions(
  { held, clock }: Pick<AssemblyDeps, 'held' | 'clock'>,
  schoolId: number,
  kind: PaperKind,
): Promise<ReadonlySet<number>> {
  return isAssignedKind(kind) ? held.ofBank({ schoolId, nowMs: clock.nowMs(), by: 'exams' }) : new Set();
}

/** Applies the counts and `maxShared` of an accepted relaxation to the paper's draft. */
function acceptedDraft(paper: StoredPaper, accept: { counts: readonly number[]; maxShared: number }): StoredPaperDraft {
  const message = paperMessages.sectionCount();
  if (accept.counts.length !== paper.sections.length) refuseField('invalid', 'accept.counts', message);
  const sections = paper.sections.map((section, at) => ({ ...section, count: accept.counts[at] ?? section.count }));
  const passPoints = computePassMark(paper.rules.passPoints, sumSectionPoints(paper.sections), sumSectionPoints(sections));
  return { ...toPaperDraft(paper), sections, rules: { ...paper.rules, passPoints, maxShared: accept.maxShared } };
}

const lockedOf = (variant: PaperVariant | undefined) => variant?.sections.flat().filter((entry) => entry.locked) ?? [];

/**
 * Combines locked questions, which keep their places, with drawn ones. The drawn questions of a type fill the open places in the sections of that
 * type, in the order drawn.
 */
function putAround(
  kept: PaperVariant | undefined,
  made: Assembly['variants'][number],
  sections: StoredPaperDraft['sections'],
): PaperVariant {
  const locked = new Set(lockedOf(kept).map((entry) => entry.id));
  const decks = new Map<number, number[]>();
  for (const [at, { questionIds }] of made.sections.entries()) {
    const type = sections[at]?.type ?? 0;
    decks.set(type, [...(decks.get(type) ?? []), ...questionIds.filter((id) => !locked.has(id))]);
  }
  return {
    sections: sections.map(({ type, count }, at) => {
      const before = kept?.sections[at] ?? [];
      const open = count - before.filter((entry) => entry.locked).length;
      return combineWithLocked(before, decks.get(type)?.splice(0, Math.max(0, open)) ?? [], count);
    }),
  };
}

function lockedShared(variants: readonly (readonly number[])[]): number {
  const sets = variants.map((ids) => new Set(ids));
  return Math.max(0, ...sets.flatMap((one, at) => sets.slice(at + 1).map((other) => one.intersection(other).size)));
}
