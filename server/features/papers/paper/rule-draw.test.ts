import { expect, it } from 'vitest';
import type { PaperSection } from '../../../../sync/contract/papers/paper.ts';
import { paperDifficulty } from '../../../../sync/contract/codes.ts';
import { splitProportionally, drawByRules, applyPaperDifficulty, type RuleCandidate } from './rule-draw.ts';

const section = (count: number, rule: Partial<PaperSection> = {}): PaperSection => ({
  title: '单选',
  type: 1,
  count,
  pointsEach: 1,
  partial: false,
  categories: [],
  difficulty: null,
  tags: [],
  level: null,
  ...rule,
});
const candidate = (id: number, rest: Partial<RuleCandidate> = {}): RuleCandidate => ({
  id,
  type: 1,
  category: '电工/直流',
  hash: `h${id}`,
  difficulty: ((id % 3) + 1) as 1 | 2 | 3,
  level: 4,
  tags: [],
  ...rest,
});
const empty = (sections: readonly PaperSection[]) => ({ sections: sections.map(() => []) });
const bank = Array.from({ length: 60 }, (_, at) => candidate(at + 1));

it('splitProportionally splits a number into whole shares that add up', () => {
  expect(splitProportionally(10, [1, 1, 1])).toEqual([4, 3, 3]);
  expect(splitProportionally(7, [30, 50, 20])).toEqual([2, 4, 1]);
  expect(splitProportionally(5, [0, 1, 0])).toEqual([0, 5, 0]);
});

it('drawByRules follows difficulty, category with its subcategories, tags and level', () => {
  const pool = [
    ...bank,
    candidate(101, { category: '钳工', tags: ['安全', '新规'] }),
    candidate(102, { category: '电工', tags: ['安全'] }),
    candidate(103, { level: 5, tags: ['新规'] }),
    candidate(104, { category: '电工技术' }),
  ];
  const sections = [
    section(10, { difficulty: { easy: 30, medium: 50, hard: 20 } }),
    section(1, { categories: ['电工'], tags: ['安全', '别的'] }),
    section(1, { level: 5 }),
  ];
  for (let seed = 0; seed < 40; seed += 1) {
    const drawing = drawByRules({ sections, variants: [empty(sections)], maxShared: 0, seed }, pool);
    if (drawing.kind !== 'drawn') throw new Error('short');
    const ids = drawing.variants[0]?.sections.map((entries) => entries.map((entry) => entry.id)) ?? [];
    expect(ids.slice(1)).toEqual([[102], [103]]);
    const counts = [1, 2, 3].map((code) => ids[0]?.filter((id) => pool.find((one) => one.id === id)?.difficulty === code).length);
    expect(counts).toEqual([3, 5, 2]);
  }
});

it('a section without its own difficulty mix takes the difficulty of the paper', () => {
  const sections = applyPaperDifficulty(
    [section(4), section(2, { difficulty: { easy: 1, medium: 0, hard: 0 } }), section(2, { difficulty: { easy: 0, medium: 0, hard: 0 } })],
    paperDifficulty.hard,
  );
  const drawing = drawByRules({ sections, variants: [empty(sections)], maxShared: 0, seed: 7 }, bank);
  if (drawing.kind !== 'drawn') throw new Error('short');
  const levels = drawing.variants[0]?.sections.map((entries) => [
    ...new Set(entries.map(({ id }) => bank.find((one) => one.id === id)?.difficulty)),
  ]);
  expect(levels).toEqual([[3], [1], [3]]);
  expect(applyPaperDifficulty([section(4)], paperDifficulty.all)).toEqual([section(4)]);
  expect(applyPaperDifficulty([section(4)], undefined)).toEqual([section(4)]);
});

it('drawByRules counts locked questions towards the difficulty mix, and draws no near-duplicate of them', () => {
  const sections = [section(6, { difficulty: { easy: 1, medium: 1, hard: 1 } })];
  // Question 1 has difficulty 2, and question 4 is its near-duplicate.
  const pool = bank.map((one) => (one.id === 4 ? { ...one, hash: 'h1' } : one));
  const locked = { sections: [[{ id: 1, locked: true }]] };
  for (let seed = 0; seed < 40; seed += 1) {
    const drawing = drawByRules({ sections, variants: [locked], maxShared: 0, seed }, pool);
    const entries = drawing.kind === 'drawn' ? (drawing.variants[0]?.sections[0] ?? []) : [];
    expect(entries).toHaveLength(6);
    expect(entries[0]).toEqual({ id: 1, locked: true });
    expect(entries.map((entry) => entry.id)).not.toContain(4);
    expect(entries.filter((entry) => pool.find((one) => one.id === entry.id)?.difficulty === 2)).toHaveLength(2);
  }
});

it('drawByRules reports the section that lacks questions of one difficulty', () => {
  const sections = [section(9), section(30, { difficulty: { easy: 0, medium: 0, hard: 1 } })];
  const drawn = drawByRules({ sections, variants: [empty(sections)], maxShared: 0, seed: 1 }, bank);
  expect(drawn).toEqual({ kind: 'short', shortages: [{ variant: 0, section: 1, want: 30, have: 20 }] });
});

it('drawByRules keeps a variant unchanged, and reports a shortage for the other variant', () => {
  const sections = [section(6)];
  const a = { sections: [[9, 3, 7, 1, 5, 2].map((id) => ({ id, locked: id === 7 }))] };
  const beside = drawByRules({ sections, variants: [a, empty(sections)], unchangedVariants: [0], maxShared: 0, seed: 4 }, bank);
  if (beside.kind !== 'drawn') throw new Error('short');
  expect(beside.variants[0]).toEqual(a);
  const b = beside.variants[1]?.sections.flat().map((entry) => entry.id) ?? [];
  expect(b).toHaveLength(6);
  expect(b.filter((id) => [9, 3, 7, 1, 5, 2].includes(id))).toEqual([]);
  // Draw again, but keep variant B and draw variant A.
  const secondDrawing = drawByRules({ sections, variants: [...beside.variants], unchangedVariants: [1], maxShared: 0, seed: 5 }, bank);
  if (secondDrawing.kind !== 'drawn') throw new Error('short');
  expect(secondDrawing.variants[1]).toEqual(beside.variants[1]);
  expect(secondDrawing.variants[0]?.sections[0]).toContainEqual({ id: 7, locked: true });
  expect(secondDrawing.variants[0]?.sections.flat().filter((entry) => b.includes(entry.id))).toEqual([]);
  const few = drawByRules({ sections, variants: [a, empty(sections)], unchangedVariants: [0], maxShared: 0, seed: 4 }, bank.slice(0, 10));
  expect(few).toEqual({ kind: 'short', shortages: [{ variant: 1, section: 0, want: 6, have: 4 }] });
});
