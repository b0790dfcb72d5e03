import type { Kysely } from 'kysely';
import type { Assembly } from '../../../../sync/contract/papers/assembly.ts';
import type { Database } from '../../../db/schema.ts';
import { refuse } from '../../../http/handler.ts';
import { createQuestionPoolReads } from '../../bank/question/question-pool-reads.ts';
import { assemblyMessages as messages } from './assembly-messages.ts';
import { checkAssembly, type VariantQuestionIds } from './assembly/assembly-check.ts';
import type { AssemblyProblem } from './assembly/assembly-problem.ts';
import type { AssemblyThreadTask, SupplyResult, AssemblyTaskResult } from './assembly/assembly-task.ts';
import { assemblyLimitMs, createAssemblyThread, type AssemblyThreadResult } from './assembly/assembly-thread.ts';
import { createBankCache } from './assembly/bank-cache.ts';

/**
 * Most rounds of drawing. Some near-duplicates are found only by comparing texts; each round forbids the pairs found in the last one and draws again.
 */
const mostRounds = 8;
/** A round is not started with less time left than this. */
const leastMs = 150;

interface Drawn {
  readonly assembly: Assembly;
  /** State of the bank that the paper was drawn from. */
  readonly bankKey: string;
}
const unproven = ({ assembly, bankKey }: Drawn): Drawn => ({ assembly: { ...assembly, proven: false }, bankKey });

/** Runs the solver over a school's banks: owns the thread, caches the banks, and repeats the draw until no near-duplicates are left. */
export function createAssemblyRunner(db: Kysely<Database>, stopping: AbortSignal) {
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
    /** Draws papers. All rounds together take at most `assemblyLimitMs`; then the best result so far is returned; refuses if there is none. */
    async papers(schoolId: number, problem: AssemblyProblem, signal: AbortSignal): Promise<Drawn> {
      const locked = new Set(problem.lockedIds.flat());
      const twinPairs: [number, number][] = [];
      let leftMs = assemblyLimitMs;
      let best: Drawn | undefined;
      for (let round = 1; ; round += 1) {
        const answer = await run(schoolId, { kind: 'assemble', problem, twinPairs }, signal, leftMs);
        if (answer.kind === 'late') return best === undefined ? refuse('refused', messages.late()) : unproven(best);
        const { assembly } = only(answer, 'assembly');
        const { bankKey } = answer;
        leftMs -= answer.tookMs;
        const near = await pool.nearPairs(assembly.variants.map(idsOf));
        // Two locked near-duplicates stay together: a person chose both.
        const fresh = near.filter(([a, b]) => !(locked.has(a) && locked.has(b)) && !twinPairs.some(([c, d]) => a === c && b === d));
        if (fresh.length === 0) return { assembly: withLockedTwins(assembly, near, locked), bankKey };
        best = { assembly, bankKey };
        if (round === mostRounds || leftMs < leastMs) return unproven(best);
        twinPairs.push(...fresh);
      }
    },

    async supply(schoolId: number, problem: AssemblyProblem, signal: AbortSignal): Promise<SupplyResult> {
      const answer = await run(schoolId, { kind: 'supply', problem, twinPairs: [] }, signal, assemblyLimitMs);
      return answer.kind === 'late' ? refuse('refused', messages.late()) : only(answer, 'supply').supply;
    },

    /** Checks finished papers against the bank as it is now. */
    async verify(schoolId: number, problem: AssemblyProblem, papers: readonly VariantQuestionIds[], bankKey: string): Promise<void> {
      const rows = await pool.rows(schoolId, papers.flatMap(idsOf));
      const faults = checkAssembly(problem, papers, rows);
      if (faults.length === 0) return;
      if (faults.every((fault) => fault === 'uneven')) refuse('refused', messages.uneven());
      // If the bank has changed since the draw, a retired question may be the cause. If it has not, the solver is wrong.
      if ((await pool.key(schoolId)) !== bankKey) refuse('refused', messages.bankMoved());
      throw new Error(`assembled papers are wrong: ${faults.join()}`);
    },
  };
}

function only<K extends AssemblyTaskResult['kind']>(answer: AssemblyTaskResult, kind: K): Extract<AssemblyTaskResult, { kind: K }> {
  if (answer.kind !== kind) throw new Error('the thread answered something else');
  return answer as Extract<AssemblyTaskResult, { kind: K }>;
}

const idsOf = (variant: VariantQuestionIds): number[] => variant.sections.flatMap((section) => section.questionIds);

/** Adds locked questions with nearly equal texts to the lock faults, like the duplicates that the bank knows by hash. */
function withLockedTwins(assembly: Assembly, near: readonly [number, number][], locked: ReadonlySet<number>): Assembly {
  const twins = near.filter(([a, b]) => locked.has(a) && locked.has(b)).map(([, id]) => ({ id, reason: 'duplicate' as const }));
  const fresh = twins.filter(({ id }) => !assembly.lockFaults.some((fault) => fault.id === id && fault.reason === 'duplicate'));
  return fresh.length === 0 ? assembly : { ...assembly, lockFaults: [...assembly.lockFaults, ...fresh] };
}
