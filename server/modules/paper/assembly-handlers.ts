import type { Kysely } from 'kysely';
import type { Assembly, Blueprint, QuotaCell } from '../../../sync/contract/assembly.ts';
import type { Database } from '../../db/schema.ts';
import { type Handlers, type Message, Refusal, refuse } from '../../http/handler.ts';
import type { ServerChance } from '../../ports.ts';
import { detailReads } from '../detail/detail-reads.ts';
import { questionPoolReads } from '../question/question-pool-reads.ts';
import { assemblyMessages as messages } from './assembly-messages.ts';
import type { AssemblyProblem } from './assembly/assembly-problem.ts';
import type { AssemblyTask, TaskAnswer } from './assembly/assembly-task.ts';
import { assemblyThread } from './assembly/assembly-thread.ts';
import { bankCache } from './assembly/bank-cache.ts';
import { blueprintCells, type WeightedTable } from './assembly/blueprint-cells.ts';

export interface AssemblyDeps {
  readonly db: Kysely<Database>;
  readonly chance: ServerChance;
  /** Ends when the server stops, and the thread with it. */
  readonly stopping: AbortSignal;
}

/** Most questions of a paper; four variants of it are still an answer of a moment. */
const mostQuestions = 300;
/** Near-duplicates that only a look at the texts tells are kept apart and the paper drawn again; so often at most. */
const mostRounds = 8;

export function assemblyHandlers({ db, chance, stopping }: AssemblyDeps): Pick<Handlers<'paper'>, 'assemble' | 'blueprintSupply'> {
  const pool = questionPoolReads(db);
  const bankOf = bankCache(pool);
  const thread = assemblyThread();
  stopping.addEventListener('abort', () => void thread.close(), { once: true });

  const run = async (schoolId: number, task: AssemblyTask, signal: AbortSignal): Promise<TaskAnswer | Refusal> => {
    const bank = await bankOf(schoolId);
    try {
      return (await thread.run(bank, task, signal)) ?? refuse('tooMany', messages.busy());
    } catch (error) {
      if (signal.aborted || stopping.aborted) return refuse('refused', messages.givenUp());
      throw error;
    }
  };

  return {
    async assemble({ blueprint, variants, maxShared, lockedIds, seed = chance.bytes(4).readUInt32LE() }, { caller, signal }) {
      const asked = await problemOf(db, blueprint);
      if (asked instanceof Refusal) return asked;
      const problem: AssemblyProblem = { ...asked, variants, maxShared, lockedIds, seed };
      const locked = new Set(lockedIds.flat());
      const twinPairs: [number, number][] = [];
      for (let round = 1; ; round += 1) {
        const answer = await run(caller.schoolId, { kind: 'assemble', problem, twinPairs }, signal);
        if (answer instanceof Refusal) return answer;
        if (answer.kind !== 'assembly') throw new Error('the thread answered something else');
        const near = await pool.nearPairs(answer.assembly.variants.map(idsOf));
        // Two that are locked side by side stay so: somebody wants them.
        const fresh = near.filter(([a, b]) => !(locked.has(a) && locked.has(b)) && !twinPairs.some(([c, d]) => a === c && b === d));
        if (fresh.length === 0) return withLockedTwins(answer.assembly, near, locked);
        if (round === mostRounds) return { ...answer.assembly, proven: false };
        twinPairs.push(...fresh);
      }
    },

    async blueprintSupply({ blueprint }, { caller, signal }) {
      const asked = await problemOf(db, blueprint);
      if (asked instanceof Refusal) return asked;
      const problem = { ...asked, variants: 1, maxShared: 0, lockedIds: [], seed: 0 };
      const answer = await run(caller.schoolId, { kind: 'supply', problem, twinPairs: [] }, signal);
      if (answer instanceof Refusal) return answer;
      if (answer.kind !== 'supply') throw new Error('the thread answered something else');
      const { cells, sections, questionCount } = answer.supply;
      return {
        cells: problem.cells.flatMap((cell, at) => (cells[at] ? [{ ...cell, ...cells[at] }] : [])),
        sections: blueprint.sections.flatMap(({ type, count }, at) => (sections[at] ? [{ type, want: count, ...sections[at] }] : [])),
        questionCount,
      };
    },
  };
}

type Asked = Omit<AssemblyProblem, 'variants' | 'maxShared' | 'lockedIds' | 'seed'>;

async function problemOf(db: Kysely<Database>, blueprint: Blueprint): Promise<Asked | Refusal> {
  const table = blueprint.detailTableId === null ? null : await detailReads(db).paperTable(blueprint.detailTableId);
  if (table === undefined) return refuse('notFound', messages.noTable());
  const faults = blueprintFaults(blueprint, table);
  if (faults.length > 0) return refuse('invalid', messages.invalid(), { fields: faults });
  const { sections, bank, categories, maxExposure, bannedIds } = blueprint;
  return { sections, cells: blueprint.cells ?? blueprintCells(blueprint, table), table, bank, categories, maxExposure, bannedIds };
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

const idsOf = (variant: Assembly['variants'][number]): number[] => variant.sections.flatMap((section) => section.questionIds);

/** Locked questions whose texts are nearly the same are told like those that the bank knows as such. */
function withLockedTwins(assembly: Assembly, near: readonly [number, number][], locked: ReadonlySet<number>): Assembly {
  const twins = near.filter(([a, b]) => locked.has(a) && locked.has(b)).map(([, id]) => ({ id, reason: 'duplicate' as const }));
  const fresh = twins.filter(({ id }) => !assembly.lockFaults.some((fault) => fault.id === id && fault.reason === 'duplicate'));
  return fresh.length === 0 ? assembly : { ...assembly, lockFaults: [...assembly.lockFaults, ...fresh] };
}
