import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import type { assemblyCalls, Blueprint } from '../../../sync/contract/papers/assembly.ts';
import { computePassMark } from '../../../sync/domain/papers/paper-points.ts';
import { createAssemblySchool, listQuestionIds } from '../../fixtures/server/assembly-school.ts';
import type { CallAnswer } from '../server-fixture.ts';

type Supply = z.output<(typeof assemblyCalls)['blueprintSupply']['output']>;

describe('paper assembly by calls', () => {
  let one: Awaited<ReturnType<typeof createAssemblySchool>>;
  beforeAll(async () => {
    one = await createAssemblySchool();
  });

  it('meets the quotas computed from the detail table’s weights, with the same result for the same seed', async () => {
    const found = await one.assemble();
    expect(found).toMatchObject({ seed: 7, shortfall: [], relaxation: null, proven: true, shared: 0 });
    expect(found.cells.map((cell) => [cell.scope, cell.type, cell.importance, cell.count, cell.got])).toEqual([
      ['A', 1, null, 6, [6]],
      ['B', 1, null, 4, [4]],
      ['A', null, 'X', 3, [3]],
      ['A', null, 'Y', 3, [3]],
      ['A', null, 'Z', 0, [0]],
      ['B', null, 'X', 2, [2]],
      ['B', null, 'Y', 2, [2]],
      ['B', null, 'Z', 0, [0]],
      ['', 1, null, 4, [4]],
      ['', 1, null, 3, [3]],
      ['', 1, null, 3, [3]],
    ]);
    expect(await one.assemble()).toEqual(found);
    expect(found.saved).toEqual({ version: 2, status: 2 });
  });

  it('blueprintSupply counts the available questions of each quota and draws nothing', async () => {
    const supply = await one.ask<Supply>('/paper/blueprintSupply', { blueprint: one.blueprint });
    expect(supply.questionCount).toBe(60);
    expect(supply.sections).toEqual([{ type: 1, want: 10, have: 50, leftOut: { notInUse: 10, banned: 0, exposure: 0, duplicate: 0 } }]);
    expect(supply.cells.slice(0, 2).map((cell) => [cell.scope, cell.count, cell.have])).toEqual([
      ['A', 6, 25],
      ['B', 4, 25],
    ]);
  });

  it('uses changes of the bank at once', async () => {
    const before = await one.assemble();
    const [gone = 0] = listQuestionIds(before);
    one.raw.prepare('UPDATE question SET status = 3 WHERE id = ?').run(gone);
    expect(listQuestionIds(await one.assemble())).not.toContain(gone);
    one.raw.prepare('UPDATE question SET status = 2, used_count = 1 WHERE id = ?').run(gone);
    expect(listQuestionIds(await one.assemble({ maxExposure: 0 }))).not.toContain(gone);
  });

  it('never draws or keeps a question of another school', async () => {
    const paper = await one.newPaper();
    one.raw
      .prepare("INSERT INTO paper_question (paper_id, variant, section, position, question_id, locked) VALUES (?, 'A', 0, 0, ?, 1)")
      .run(paper.id, one.foreign);
    const found = await one.assemble({}, {}, paper);
    expect(found.lockFaults).toEqual([{ id: one.foreign, reason: 'unknown' }]);
    expect(listQuestionIds(found)).not.toContain(one.foreign);
    expect(found.saved).toBeNull();
  });

  it('draws from the certified bank only the professions that the school offers', async () => {
    one.raw.prepare('UPDATE question SET school_id = 0 WHERE id <= 30').run();
    expect((await one.assemble({ bank: 'certified' })).variants[0]?.questionCount).toBe(0);
    one.raw
      .prepare("INSERT INTO school_profession (school_id, profession_id, areas, since_ms) VALUES (?, 1, '[]', 0)")
      .run(one.server.schoolIds[0]);
    expect(listQuestionIds(await one.assemble({ bank: 'certified' })).every((id) => id <= 30)).toBe(true);
    one.raw.prepare('UPDATE question SET school_id = ? WHERE id <= 30').run(one.server.schoolIds[0]);
  });

  it('draws no two questions with nearly the same text', async () => {
    const alike = listQuestionIds(await one.assemble()).slice(0, 2);
    const text = '变频器的参数在断电以后由什么保存并在上电时恢复';
    for (const [at, id] of alike.entries())
      one.raw.prepare("UPDATE question SET plain = ?, bands = '[12345]' WHERE id = ?").run(`${text}${at}`, id);
    const found = await one.assemble();
    expect(found.shortfall).toEqual([]);
    expect(listQuestionIds(found).filter((id) => alike.includes(id))).toHaveLength(1);
    expect((await one.assemble({}, {}, await one.newPaper(alike))).lockFaults.map((fault) => fault.reason)).toEqual(['duplicate']);
  });

  it('saves the drawn questions around the locked ones, and refuses an outdated version', async () => {
    const paper = await one.newPaper([3, 1]);
    const found = await one.assemble({ variants: 2 }, {}, paper);
    const saved = await one.paperOf(paper.id);
    expect(found.saved).toEqual({ version: saved.version, status: saved.status });
    expect(saved).toMatchObject({ status: 2, seed: 7 });
    expect(saved.variants).toHaveLength(2);
    expect(saved.variants[0]?.sections[0]?.slice(0, 2)).toEqual([
      { id: 3, locked: true },
      { id: 1, locked: true },
    ]);
    const body = { ...paper, blueprint: { ...one.quotas, variants: 1 }, seed: 7 };
    expect((await one.call('/paper/assemble', body)).code).toBe(1006);
    expect((await one.paperOf(paper.id)).version).toBe(saved.version);
  });

  it('changes nothing while quotas are short; an accepted relaxation becomes the paper’s quotas', async () => {
    const paper = await one.newPaper([], 0, 10);
    // The bank has too few questions for these quotas and limits.
    const cells = [
      { type: null, scope: 'A', importance: null, difficulty: null, count: 10 },
      { type: null, scope: '', importance: 'Z' as const, difficulty: null, count: 0 },
    ];
    const hard = { cells, categories: ['安全/用电'], maxExposure: 0, bannedIds: Array.from({ length: 42 }, (_, at) => at + 1) };
    const short = await one.assemble(hard, {}, paper);
    expect(short.saved).toBeNull();
    expect(await one.paperOf(paper.id)).toMatchObject({ version: 1, questionCount: 10, blueprint: null });
    const { relaxation } = short;
    if (relaxation === null) throw new Error('no relaxation');
    expect(relaxation.drops).toHaveLength(1);
    const { counts, maxShared, cells: relaxed, maxExposure } = relaxation.apply;
    const made = await one.assemble({ ...hard, cells: relaxed, maxExposure }, { accept: { counts, maxShared } }, paper);
    expect(made.saved?.status).toBe(2);
    // The pass mark keeps its share of the total, also if it was higher than the remaining points.
    const left = counts[0] ?? 0;
    expect(await one.paperOf(paper.id)).toMatchObject({
      questionCount: left,
      totalPoints: left,
      rules: { passPoints: computePassMark(10, 10, left) },
    });
    expect(
      await one.call('/paper/assemble', { id: paper.id, version: 2, blueprint: one.quotas, accept: { counts: [1, 1], maxShared: 0 } }),
    ).toMatchObject({
      code: 1001,
      data: { fields: [{ path: 'accept.counts' }] },
    });
  });

  it('marks the detail table as in use when questions are drawn, not when settings are saved', async () => {
    const status = () => one.raw.prepare('SELECT status FROM detail_table WHERE id = 1').pluck().get();
    one.raw.prepare('UPDATE detail_table SET status = 1 WHERE id = 1').run();
    const paper = await one.newPaper();
    const { variants } = await one.paperOf(paper.id);
    const blueprint = { ...one.quotas, variants: 1 };
    const kept = await one.ask<{ version: number }>('/paper/choose', { ...paper, variants, blueprint });
    expect(status()).toBe(1);
    await one.assemble({}, {}, { id: paper.id, version: kept.version });
    expect(status()).toBe(2);
  });

  it('getConflicts names conflicting questions that were chosen by hand', async () => {
    const [a, b] = [5, 7];
    const text = '继电器线圈得电以后常开触点闭合而常闭触点断开';
    for (const [at, id] of [a, b].entries())
      one.raw.prepare("UPDATE question SET plain = ?, bands = '[777]' WHERE id = ?").run(`${text}${at}`, id);
    const paper = await one.newPaper([a, b, 9]);
    one.raw.prepare('UPDATE question SET status = 3 WHERE id = 9').run();
    expect(await one.ask('/paper/getConflicts', { id: paper.id })).toEqual({
      items: [
        { kind: 'near', variant: 'A', ids: [a, b] },
        { kind: 'notInUse', variant: 'A', ids: [9] },
      ],
    });
    one.raw.prepare('UPDATE question SET status = 2 WHERE id = 9').run();
    // A near-duplicate of another question on the paper is not offered as a replacement.
    const near = await one.ask<{ items: { id: number }[] }>('/paper/getNearest', { questionId: 9, avoidIds: [9, a], limit: 20 });
    expect(near.items.map((item) => item.id)).not.toContain(b);
  });

  it('certified questions of a profession that the school does not offer cannot be drawn, offered or chosen', async () => {
    one.raw.prepare('DELETE FROM school_profession').run();
    one.raw.prepare('UPDATE question SET school_id = 0 WHERE id <= 20').run();
    const paper = await one.newPaper();
    const variants = [{ sections: [[{ id: 1, locked: false }]] }];
    expect((await one.call('/paper/choose', { ...paper, variants })).code).toBe(1001);
    expect((await one.call('/paper/getNearest', { questionId: 1, avoidIds: [], bank: 'both' })).code).toBe(1005);
    const near = await one.ask<{ items: { id: number }[] }>('/paper/getNearest', { questionId: 30, avoidIds: [], bank: 'both', limit: 20 });
    expect(near.items.every((item) => item.id > 20)).toBe(true);
    one.raw.prepare('UPDATE question SET school_id = ? WHERE id <= 20').run(one.server.schoolIds[0]);
  });

  it.each<[string, Partial<Blueprint>, string]>([
    [
      'a scope the table doesn’t have',
      { cells: [{ type: null, scope: 'Q', importance: null, difficulty: null, count: 1 }] },
      'blueprint.cells.0.scope',
    ],
    ['a type no section has', { cells: [{ type: 3, scope: '', importance: null, difficulty: null, count: 1 }] }, 'blueprint.cells.0.type'],
    ['scopes without a table', { detailTableId: null, importance: null }, 'blueprint.scopeDepth'],
    ['too many questions', { sections: [1, 2].map(() => ({ type: 1 as const, count: 200, pointsEach: 1 })) }, 'blueprint.sections'],
  ])('refuses a blueprint and names the field: %s', async (_, change, path) => {
    const { code, data } = await one.call('/paper/blueprintSupply', { blueprint: { ...one.blueprint, ...change } });
    expect(code).toBe(1001);
    expect((data as { fields: { path: string }[] }).fields.map((field) => field.path)).toEqual([path]);
  });

  it('refuses a detail table that is a draft or does not exist', async () => {
    const answers: CallAnswer[] = await Promise.all(
      [2, 99].map((detailTableId) => one.call('/paper/blueprintSupply', { blueprint: { ...one.blueprint, detailTableId } })),
    );
    expect(answers.map((answer) => answer.code)).toEqual([1005, 1005]);
  });
});
