import type { Assembly } from '../../sync/contract/papers/assembly.ts';
import { createAssemblyThread } from '../../server/features/papers/paper/assembly/assembly-thread.ts';
import { type BankTable } from '../../server/features/papers/paper/assembly/assembly-problem.ts';
import { createAssemblyBank, createAssemblyWorkloads, type AssemblyWorkload } from './assembly-workload.ts';
import { computeMedian, recordFigure, computePercentile, benchReport } from './figure.ts';
import { isScopeWithin } from '../../sync/domain/papers/detail-rules.ts';

const bankSeed = 20_261_121;
const taskSeed = 20_261_122;
const taskCount = 200;
const warmUps = 20;

/**
 * Measures how fast the server's own assembly thread assembles the papers of the fixed workload, one after the other. Code that is independent of the
 * solver checks every paper.
 */
export async function benchAssembly(): Promise<void> {
  const table = createAssemblyBank(bankSeed);
  const tasks = createAssemblyWorkloads(table, taskSeed, taskCount + warmUps);
  const thread = createAssemblyThread();
  const times = new Map<AssemblyWorkload['kind'], number[]>();
  let unproven = 0;
  let wrong = 0;
  try {
    for (const [at, { name, kind, problem }] of tasks.entries()) {
      const startMs = performance.now();
      const answer = await thread.run({ key: 'bench', table }, { kind: 'assemble', problem, twinPairs: [] }, new AbortController().signal);
      const tookMs = performance.now() - startMs;
      if (answer?.kind !== 'assembly') throw new Error('no paper came');
      if (at < warmUps) continue;
      times.set(kind, [...(times.get(kind) ?? []), tookMs]);
      if (!answer.assembly.proven) unproven += 1;
      const fault = faultOf(table, tasks[at], answer.assembly);
      if (fault === undefined) continue;
      wrong += 1;
      recordFigure(`${name}: ${fault}`);
    }
  } finally {
    await thread.close();
  }
  const all = [...times.values()].flat();
  benchReport.atMost('assembly.median', computeMedian(all), 'ms', 200);
  benchReport.atMost('assembly.p95', computePercentile(all, 0.95), 'ms', 1000);
  benchReport.atMost('assembly.wrong', wrong, `of ${all.length} papers`, 0);
  benchReport.seen('assembly.unproven', unproven, `of ${all.length} papers`);
  for (const [kind, ofKind] of times) {
    benchReport.seen(`assembly.${kind}.median`, computeMedian(ofKind), `ms, ${ofKind.length} papers`);
    benchReport.seen(`assembly.${kind}.p95`, computePercentile(ofKind, 0.95), 'ms');
  }
}

/** Checks the result of one assembly. Returns the error found, or undefined. */
function faultOf(bank: BankTable, task: AssemblyWorkload | undefined, found: Assembly): string | undefined {
  if (!task) return 'no task';
  const { problem, kind } = task;
  const rows = (found.variants[0]?.sections ?? []).flatMap((section) => section.questionIds.map((id) => id - 1));
  if (new Set(rows).size < rows.length) return 'a question twice';
  const twins = rows.map((row) => bank.duplicateGroups[row] ?? -1).filter((twin) => twin >= 0);
  if (new Set(twins).size < twins.length) return 'near-duplicates together';
  const points = new Map(problem.table?.points.map((point) => [point.code, point]));
  const allowed = (row: number): boolean =>
    bank.flags[row] === 1 &&
    (bank.exposures[row] ?? 0) <= (problem.maxExposure ?? 0) &&
    !problem.bannedIds.includes(row + 1) &&
    (problem.categories.length === 0 || problem.categories.includes(bank.categories[bank.category[row] ?? 0] ?? ''));
  if (!rows.every(allowed)) return 'a question that must not be drawn';
  const short = found.shortfall.length;
  for (const cell of problem.cells) {
    const got = rows.filter((row) => {
      const point = points.get(bank.pointCodes[bank.point[row] ?? 0] ?? '');
      return (
        (cell.type === null || cell.type === bank.types[row]) &&
        (cell.difficulty === null || cell.difficulty === bank.difficulties[row]) &&
        (cell.importance === null || cell.importance === point?.importance) &&
        isScopeWithin(point?.scope ?? '', cell.scope)
      );
    }).length;
    const told = found.shortfall.find(
      (one) =>
        one.type === cell.type && one.scope === cell.scope && one.importance === cell.importance && one.difficulty === cell.difficulty,
    );
    if (got > cell.count) return 'more than a quota';
    if (told ? told.want !== cell.count || told.got !== got : got !== cell.count) return 'a shortfall that was not told';
  }
  if (kind !== 'short' && short > 0) return 'quotas not met that can be';
  if (short > 0 && found.relaxation === null) return 'no relaxation';
  return undefined;
}
