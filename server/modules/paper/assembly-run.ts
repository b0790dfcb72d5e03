import type { Kysely } from 'kysely';
import type { Assembly } from '../../../sync/contract/assembly.ts';
import type { Database } from '../../db/schema.ts';
import { Refusal, refuse } from '../../http/handler.ts';
import { questionPoolReads } from '../question/question-pool-reads.ts';
import { assemblyMessages as messages } from './assembly-messages.ts';
import { assemblyFaults, type PaperIds } from './assembly/assembly-check.ts';
import type { AssemblyProblem } from './assembly/assembly-problem.ts';
import type { AssemblyTask, SupplyAnswer, TaskAnswer } from './assembly/assembly-task.ts';
import { assemblyLimitMs, assemblyThread, type ThreadAnswer } from './assembly/assembly-thread.ts';
import { bankCache } from './assembly/bank-cache.ts';

/** Near-duplicates that only a look at the texts tells are kept apart and the paper drawn again; so often at most. */
const mostRounds = 8;
/** Less time than this is none. */
const leastMs = 150;

interface Drawn {
  readonly assembly: Assembly;
  /** Of the bank as it was drawn from. */
  readonly bankKey: string;
}
const unproven = ({ assembly, bankKey }: Drawn): Drawn => ({ assembly: { ...assembly, proven: false }, bankKey });

/** The solver over a school's banks: the thread, the banks it is given, and the rounds that keep texts apart. */
export function assemblyRun(db: Kysely<Database>, stopping: AbortSignal) {
  const pool = questionPoolReads(db);
  const bankOf = bankCache(pool);
  const thread = assemblyThread();
  stopping.addEventListener('abort', () => void thread.close(), { once: true });

  const run = async (
    schoolId: number,
    task: AssemblyTask,
    signal: AbortSignal,
    limitMs: number,
  ): Promise<(ThreadAnswer & { readonly bankKey: string }) | Refusal> => {
    const bank = await bankOf(schoolId);
    try {
      const answer = await thread.run(bank, task, signal, limitMs);
      return answer === undefined ? refuse('tooMany', messages.busy()) : { ...answer, bankKey: bank.key };
    } catch (error) {
      if (signal.aborted || stopping.aborted) return refuse('refused', messages.givenUp());
      throw error;
    }
  };

  return {
    /** Never works longer than the limit, all rounds together: then it is the best found until then, or a refusal that says so. */
    async papers(schoolId: number, problem: AssemblyProblem, signal: AbortSignal): Promise<Drawn | Refusal> {
      const locked = new Set(problem.lockedIds.flat());
      const twinPairs: [number, number][] = [];
      let leftMs = assemblyLimitMs;
      let best: Drawn | undefined;
      for (let round = 1; ; round += 1) {
        const answer = await run(schoolId, { kind: 'assemble', problem, twinPairs }, signal, leftMs);
        if (answer instanceof Refusal) return answer;
        if (answer.kind === 'late') return best === undefined ? refuse('refused', messages.late()) : unproven(best);
        const { assembly } = only(answer, 'assembly');
        const { bankKey } = answer;
        leftMs -= answer.tookMs;
        const near = await pool.nearPairs(assembly.variants.map(idsOf));
        // Two that are locked side by side stay so: somebody wants them.
        const fresh = near.filter(([a, b]) => !(locked.has(a) && locked.has(b)) && !twinPairs.some(([c, d]) => a === c && b === d));
        if (fresh.length === 0) return { assembly: withLockedTwins(assembly, near, locked), bankKey };
        best = { assembly, bankKey };
        if (round === mostRounds || leftMs < leastMs) return unproven(best);
        twinPairs.push(...fresh);
      }
    },

    async supply(schoolId: number, problem: AssemblyProblem, signal: AbortSignal): Promise<SupplyAnswer | Refusal> {
      const answer = await run(schoolId, { kind: 'supply', problem, twinPairs: [] }, signal, assemblyLimitMs);
      if (answer instanceof Refusal) return answer;
      return answer.kind === 'late' ? refuse('refused', messages.late()) : only(answer, 'supply').supply;
    },

    /** Finished papers against the bank as it is now. Undefined: nothing is wrong with them. */
    async verify(schoolId: number, problem: AssemblyProblem, papers: readonly PaperIds[], bankKey: string): Promise<Refusal | undefined> {
      const rows = await pool.rows(schoolId, papers.flatMap(idsOf));
      const faults = assemblyFaults(problem, papers, rows);
      if (faults.length === 0) return undefined;
      if (faults.every((fault) => fault === 'uneven')) return refuse('refused', messages.uneven());
      // Somebody may have retired a question since it was drawn; what nobody changed is a mistake of ours.
      if ((await pool.key(schoolId)) !== bankKey) return refuse('refused', messages.bankMoved());
      throw new Error(`assembled papers are wrong: ${faults.join()}`);
    },
  };
}

function only<K extends TaskAnswer['kind']>(answer: TaskAnswer, kind: K): Extract<TaskAnswer, { kind: K }> {
  if (answer.kind !== kind) throw new Error('the thread answered something else');
  return answer as Extract<TaskAnswer, { kind: K }>;
}

const idsOf = (variant: PaperIds): number[] => variant.sections.flatMap((section) => section.questionIds);

/** Locked questions whose texts are nearly the same are told like those that the bank knows as such. */
function withLockedTwins(assembly: Assembly, near: readonly [number, number][], locked: ReadonlySet<number>): Assembly {
  const twins = near.filter(([a, b]) => locked.has(a) && locked.has(b)).map(([, id]) => ({ id, reason: 'duplicate' as const }));
  const fresh = twins.filter(({ id }) => !assembly.lockFaults.some((fault) => fault.id === id && fault.reason === 'duplicate'));
  return fresh.length === 0 ? assembly : { ...assembly, lockFaults: [...assembly.lockFaults, ...fresh] };
}
