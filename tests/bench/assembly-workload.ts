import type { QuotaCell } from '../../sync/contract/papers/assembly.ts';
import { pointImportances } from '../../sync/contract/codes.ts';
import type { AssemblyProblem, BankTable } from '../../server/features/papers/paper/assembly/assembly-problem.ts';
import { bankFlag } from '../../server/features/papers/paper/assembly/assembly-problem.ts';
import { type FairRandomSource, createSeededSource } from '../../server/features/papers/paper/random-source.ts';

// The fixed workload for measuring the assembly of papers, described in docs/benchmarks.md: a bank of 100 000 questions, and papers of 200 questions
// under 106 quotas. The same seed gives the same bank and papers; nothing here is tuned to the solver.
export interface AssemblyWorkload {
  readonly name: string;
  /** `plenty`: many papers meet the quotas. `nearly`: hardly any does. `short`: none does. */
  readonly kind: 'plenty' | 'nearly' | 'short';
  readonly problem: AssemblyProblem;
}

const scopeCount = 20;
const scopes = Array.from({ length: scopeCount }, (_, at) => `${'ABCD'[Math.floor(at / 5)]}-${'ABCDE'[at % 5]}`);
const pointsPerScope = 30;
const types = [1, 3] as const;
/** Number of small categories with `thinSize` questions each. The kinds `nearly` and `short` draw from one such category. */
const thinPools = 30;
const thinSize = 320;
const size = 100_000;

const points = scopes.flatMap((scope) =>
  Array.from({ length: pointsPerScope }, (_, at) => ({
    code: `${scope}-${String(at + 1).padStart(3, '0')}`,
    scope,
    importance: pointImportances[at < 18 ? 0 : at < 26 ? 1 : 2] ?? 'X',
  })),
);
const table = { place: { professionId: 1, tradeId: null, level: 4 }, points };

export function createAssemblyBank(seed: number): BankTable {
  const source = createSeededSource(seed);
  const bank: BankTable = {
    ids: Int32Array.from({ length: size }, (_, row) => row + 1),
    types: new Uint8Array(size),
    difficulties: new Uint8Array(size),
    expectedCorrectShares: new Float32Array(size),
    place: new Int32Array(size),
    point: new Int32Array(size),
    category: new Int32Array(size),
    exposures: new Uint16Array(size),
    duplicateGroups: new Int32Array(size).fill(-1),
    flags: new Uint8Array(size),
    places: [table.place],
    pointCodes: points.map((point) => point.code),
    categories: ['main', ...Array.from({ length: thinPools }, (_, at) => `thin/${at}`)],
  };
  let twins = 0;
  for (let row = 0; row < size; row += 1) {
    const thin = row < thinPools * thinSize;
    bank.types[row] = source.nextInteger(100) < 75 ? types[0] : types[1];
    bank.difficulties[row] = weighted(source, [30, 50, 20]) + 1;
    bank.expectedCorrectShares[row] = [0, 0.85, 0.65, 0.45][bank.difficulties[row] ?? 0] ?? 0;
    // Some scopes get ten times as many questions as others.
    const scope = weighted(
      source,
      scopes.map((_, at) => 1 + (at * at) / 40),
    );
    bank.point[row] = scope * pointsPerScope + source.nextInteger(pointsPerScope);
    bank.category[row] = thin ? Math.floor(row / thinSize) + 1 : 0;
    bank.exposures[row] = weighted(source, [40, 30, 15, 10, 5]);
    bank.flags[row] = source.nextInteger(100) < 94 ? bankFlag.inUse : 0;
    // One question in twelve nearly duplicates its neighbour, which may have another type, scope or difficulty.
    if (row > 0 && source.nextInteger(12) === 0) {
      if ((bank.duplicateGroups[row - 1] ?? -1) < 0) bank.duplicateGroups[row - 1] = twins++;
      bank.duplicateGroups[row] = bank.duplicateGroups[row - 1] ?? -1;
    }
  }
  return bank;
}

export function createAssemblyWorkloads(bank: BankTable, seed: number, count: number): AssemblyWorkload[] {
  const source = createSeededSource(seed);
  return Array.from({ length: count }, (_, at) => {
    const kind =
      (['nearly', 'plenty', 'plenty', 'short', 'plenty', 'plenty', 'nearly', 'plenty', 'plenty', 'plenty'] as const)[at % 10] ?? 'plenty';
    // One task in ten is `short` and two are `nearly`. Every second `nearly` task also gets changed quotas, which makes it `short`.
    const moved = kind === 'short' || (kind === 'nearly' && at % 20 === 0);
    const pool = source.nextInteger(thinPools);
    const cells = kind === 'plenty' ? plentiful(source) : quotasOf(bank, hiddenPaper(bank, pool, source));
    if (moved) for (let turn = 0; turn < 1 + source.nextInteger(6); turn += 1) moveOne(cells, source);
    const counts = types.map((type) =>
      cells.reduce((sum, cell) => sum + (cell.type === type && cell.difficulty !== null ? cell.count : 0), 0),
    );
    return {
      name: `${String(at).padStart(3, '0')} ${moved ? 'short' : kind}`,
      kind: moved ? 'short' : kind,
      problem: {
        sections: types.map((type, index) => ({ type, count: counts[index] ?? 0, pointsEach: 0.5 })),
        cells,
        table,
        bank: 'school',
        categories: kind === 'plenty' ? [] : [`thin/${pool}`],
        maxExposure: kind === 'plenty' ? source.nextInteger(3) : 2,
        bannedIds: Array.from({ length: 20 }, () => 1 + thinPools * thinSize + source.nextInteger(size - thinPools * thinSize)),
        variants: 1,
        maxShared: 0,
        lockedIds: [],
        unchangedVariants: [],
        seed: source.nextInteger(2 ** 31),
      },
    };
  });
}

/** Picks one paper from a small category. Quotas that are counted from this paper can be met, but hardly by another paper. */
function hiddenPaper(bank: BankTable, pool: number, source: FairRandomSource): number[] {
  const rows = Array.from({ length: thinSize }, (_, at) => pool * thinSize + at).filter(
    (row) => (bank.flags[row] ?? 0) === bankFlag.inUse && (bank.exposures[row] ?? 0) <= 2,
  );
  const paper: number[] = [];
  const twins = new Set<number>();
  while (paper.length < 200 && rows.length > 0) {
    const [row = 0] = rows.splice(source.nextInteger(rows.length), 1);
    const twin = bank.duplicateGroups[row] ?? -1;
    if (twin >= 0 && twins.has(twin)) continue;
    twins.add(twin);
    paper.push(row);
  }
  return paper;
}

const place = { type: null, scope: '', importance: null, difficulty: null };

function quotasOf(bank: BankTable, rows: readonly number[]): QuotaCell[] {
  const attributes = rows.map((row) => {
    const point = points[bank.point[row] ?? 0];
    return { type: bank.types[row], scope: point?.scope, importance: point?.importance, difficulty: bank.difficulties[row] };
  });
  const count = (cell: Partial<QuotaCell>): QuotaCell => ({
    ...place,
    ...cell,
    count: attributes.filter((one) => Object.entries(cell).every(([name, value]) => one[name as keyof typeof one] === value)).length,
  });
  return [
    ...scopes.flatMap((scope) => types.map((type) => count({ scope, type }))),
    ...scopes.flatMap((scope) => pointImportances.map((importance) => count({ scope, importance }))),
    ...types.flatMap((type) => ([1, 2, 3] as const).map((difficulty) => count({ type, difficulty }))),
  ];
}

/**
 * Makes quotas as a teacher would: random weights of the scopes, usual shares of importance and difficulty, 160 questions of one type and 40 of
 * another.
 */
function plentiful(source: FairRandomSource): QuotaCell[] {
  const weights = scopes.map(() => 1 + source.nextInteger(9));
  const wanted = Array.from({ length: 200 }, (_, at) => ({
    type: at < 160 ? types[0] : types[1],
    scope: scopes[weighted(source, weights)] ?? '',
    importance: pointImportances[weighted(source, [65, 25, 10])] ?? 'X',
    difficulty: ([1, 2, 3] as const)[weighted(source, [30, 50, 20])] ?? 1,
  }));
  const count = (cell: Partial<QuotaCell>): QuotaCell => ({
    ...place,
    ...cell,
    count: wanted.filter((one) => Object.entries(cell).every(([name, value]) => one[name as keyof typeof one] === value)).length,
  });
  return [
    ...scopes.flatMap((scope) => types.map((type) => count({ scope, type }))),
    ...scopes.flatMap((scope) => pointImportances.map((importance) => count({ scope, importance }))),
    ...types.flatMap((type) => ([1, 2, 3] as const).map((difficulty) => count({ type, difficulty }))),
  ];
}

/** Moves one question from one importance quota to another. Tasks of the kind `short` use it to make quotas that no paper meets. */
function moveOne(cells: QuotaCell[], source: FairRandomSource): void {
  const kind = cells.filter((cell) => cell.importance !== null);
  for (;;) {
    const from = kind[source.nextInteger(kind.length)];
    const to = kind[source.nextInteger(kind.length)];
    if (!from || !to || from === to || from.count === 0) continue;
    from.count -= 1;
    to.count += 1;
    return;
  }
}

function weighted(source: FairRandomSource, weights: readonly number[]): number {
  let left = source.nextInteger(1_000_000) * (weights.reduce((sum, weight) => sum + weight, 0) / 1_000_000);
  for (const [at, weight] of weights.entries()) {
    left -= weight;
    if (left < 0) return at;
  }
  return weights.length - 1;
}
