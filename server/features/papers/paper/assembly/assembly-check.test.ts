import { describe, expect, it } from 'vitest';
import { createCell, createSmallProblem } from '../../../../../tests/fixtures/assembly/small-bank.ts';
import { questionStatus } from '../../../../../sync/contract/codes.ts';
import { checkAssembly } from './assembly-check.ts';
import type { AssemblyProblem } from './assembly-problem.ts';
import type { BankRow } from './bank-table.ts';

const row = (id: number, change: Partial<BankRow> = {}): BankRow => ({
  id,
  school_id: 1,
  type: 1,
  status: questionStatus.inUse,
  difficulty: 1,
  prof_id: 1,
  trade_id: null,
  level: 4,
  point_code: 'A-A-001',
  category: '安全/用电',
  used_count: 0,
  hash: `h${id}`,
  ...change,
});
const paper = (...questionIds: number[]) => ({ sections: [{ questionIds }] });
const faultsOf = (papers: ReturnType<typeof paper>[], rows: BankRow[], given: Partial<AssemblyProblem> = {}) =>
  checkAssembly(createSmallProblem(given), papers, rows);

describe('checkAssembly', () => {
  it('accepts a paper that meets the problem', () => {
    const cells = [
      createCell({ scope: 'A', type: 1 }, 2),
      createCell({ importance: 'X' }, 2),
      createCell({ difficulty: 1 }, 2),
      createCell({ scope: 'B' }, 0),
    ];
    expect(faultsOf([paper(1, 2)], [row(1), row(2)], { cells })).toEqual([]);
  });

  it.each<[string, number[], Partial<BankRow>, Partial<AssemblyProblem>, string[]]>([
    ['the same question twice', [1, 1], {}, {}, ['twice', 'duplicate']],
    ['a section that is not full', [1], {}, {}, ['section']],
    ['a question of another type', [1, 2], { type: 3 }, {}, ['section']],
    ['a quota that is not met', [1, 2], {}, { cells: [createCell({ difficulty: 2 }, 1)] }, ['cell']],
    [
      'a scope whose code has only the same prefix',
      [1, 2],
      { point_code: 'A-B-001' },
      { cells: [createCell({ scope: 'A-A' }, 2)] },
      ['cell'],
    ],
    ['a near-duplicate', [1, 2], { hash: 'h1' }, {}, ['duplicate']],
    ['a question that is not in use', [1, 2], { status: questionStatus.inReview }, {}, ['notAllowed']],
    ['a question used too often', [1, 2], { used_count: 2 }, { maxExposure: 1 }, ['notAllowed']],
    ['a banned question', [1, 2], {}, { bannedIds: [2] }, ['notAllowed']],
    ['a question of the other bank', [1, 2], { school_id: 0 }, { bank: 'school' }, ['notAllowed']],
    ['a question of another category', [1, 2], { category: '安全' }, { categories: ['安全/用电'] }, ['notAllowed']],
    ['a question of another level', [1, 2], { level: 3 }, {}, ['notAllowed']],
    ['a question that is gone', [1, 9], {}, {}, ['notAllowed', 'section']],
  ])('finds %s', (_, ids, second, given, faults) => {
    expect(faultsOf([paper(...ids)], [row(1), row(2, second)], given)).toEqual(faults);
  });

  it('accepts locked questions that break the rules of a draw', () => {
    expect(
      faultsOf([paper(1, 2)], [row(1), row(2, { used_count: 9, level: 3, hash: 'h1' })], { maxExposure: 0, lockedIds: [[1, 2]] }),
    ).toEqual([]);
  });

  it('does not check quotas and section sizes of a variant that is kept', () => {
    const given = { variants: 2, cells: [createCell({ importance: 'X' }, 2)], lockedIds: [[1], []], unchangedVariants: [0] };
    const rows = [row(1, { point_code: 'A-A-002' }), row(2), row(3)];
    expect(faultsOf([paper(1), paper(2, 3)], rows, given)).toEqual([]);
    expect(faultsOf([paper(1), paper(2, 3)], rows, { ...given, unchangedVariants: [] })).toEqual(['section', 'cell']);
  });

  it('compares variants by shared questions and by difficulty', () => {
    const rows = [1, 2, 3, 4].map((id) => row(id, { difficulty: id > 2 ? 2 : 1 }));
    expect(faultsOf([paper(1, 2), paper(1, 3)], rows, { variants: 2, maxShared: 1 })).toEqual(['uneven']);
    expect(faultsOf([paper(1, 3), paper(1, 4)], rows, { variants: 2, maxShared: 0 })).toEqual(['shared']);
    expect(faultsOf([paper(1, 3), paper(2, 4)], rows, { variants: 2, maxShared: 0 })).toEqual([]);
  });
});
