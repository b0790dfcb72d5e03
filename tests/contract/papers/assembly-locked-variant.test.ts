import { beforeAll, describe, expect, it } from 'vitest';
import { createAssemblySchool, listQuestionIds } from '../../fixtures/server/assembly-school.ts';

describe('assembling variant B beside a locked variant A', () => {
  let one: Awaited<ReturnType<typeof createAssemblySchool>>;
  beforeAll(async () => {
    one = await createAssemblySchool();
  });

  it('draws B although A was changed by hand, and applies the quotas to B alone', async () => {
    const found = await one.assemble();
    const a = listQuestionIds(found);
    const rows = one.raw.prepare('SELECT id, point_code FROM question WHERE status = 2 ORDER BY id').all() as {
      id: number;
      point_code: string;
    }[];
    const isA = (id: number) => rows.find((row) => row.id === id)?.point_code.startsWith('A') === true;
    const other = rows.find((row) => !isA(row.id) && !a.includes(row.id))?.id ?? 0;
    // Variant A is changed in two ways: one question of scope A is replaced by one of scope B, and additionally one question is removed.
    const swapped = a.with(a.findIndex(isA), other);
    for (const mine of [swapped, swapped.slice(1)]) {
      const paper = await one.newPaper();
      const variants = [{ sections: [mine.map((id) => ({ id, locked: false }))] }];
      const chosen = await one.ask<{ version: number }>('/paper/choose', { ...paper, variants });
      const both = await one.assemble({ variants: 2 }, { keep: [0] }, { id: paper.id, version: chosen.version });
      expect(both).toMatchObject({ shortfall: [], lockFaults: [] });
      const saved = await one.paperOf(paper.id);
      expect(saved.variants[0]).toEqual(variants[0]);
      const b = saved.variants[1]?.sections.flat().map((entry) => entry.id) ?? [];
      expect([b.length, b.filter(isA).length, b.filter((id) => mine.includes(id)).length]).toEqual([10, 6, 0]);
    }
  });

  it('names the shortfall of B and proposes a relaxation for B', async () => {
    const [first = 0, second = 0] = one.raw
      .prepare("SELECT id FROM question WHERE point_code LIKE 'A%' AND status = 2 ORDER BY id LIMIT 2")
      .pluck()
      .all() as number[];
    const paper = await one.newPaper();
    const variants = [{ sections: [[first, second].map((id) => ({ id, locked: false }))] }];
    const chosen = await one.ask<{ version: number }>('/paper/choose', { ...paper, variants });
    const bannedIds = (one.raw.prepare("SELECT id FROM question WHERE point_code LIKE 'A%' ORDER BY id").pluck().all() as number[]).slice(
      0,
      -4,
    );
    const cells = [{ type: null, scope: 'A', importance: null, difficulty: null, count: 10 }];
    const short = await one.assemble({ variants: 2, cells, bannedIds }, { keep: [0] }, { id: paper.id, version: chosen.version });
    expect(short.saved).toBeNull();
    expect(short.shortfall.find((cell) => cell.scope === 'A')).toMatchObject({ want: 10 });
    expect(short.relaxation?.moves).toMatchObject([{ from: { scope: 'A' } }]);
  });
});
