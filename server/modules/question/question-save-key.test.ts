import { describe, expect, it } from 'vitest';
import { questionStatus } from '../../../sync/contract/codes.ts';
import { bankSchool, page, single } from '../../../tests/fixtures/server/bank-data.ts';
import { value } from '../../../tests/fixtures/server/exam-data.ts';

const saveKey = '7f1d6c9e-54b2-4f0e-9a53-0d6f3c1f2a10';
const otherKey = '0b8f8f0d-2d5a-4d59-8a4e-1f5b9d0c7e21';

describe('a save whose answer was lost', () => {
  it('adds no second question, and what was written since goes over the first words', async () => {
    const { handlers, teacher } = await bankSchool();
    const made = value(await handlers.add({ ...single('一'), submit: false, saveKey }, teacher));
    expect(value(await handlers.add({ ...single('一'), submit: false, saveKey }, teacher))).toEqual(made);
    const newer = value(await handlers.add({ ...single('一之二'), submit: true, saveKey }, teacher));
    expect(newer).toEqual({ id: made.id, version: 2 });
    expect(value(await handlers.getList(page, teacher)).items.map(({ stem, status }) => [stem, status])).toEqual([
      ['一之二', questionStatus.inReview],
    ]);
    expect(value(await handlers.add({ ...single('一之三'), submit: true, saveKey }, teacher))).toEqual({ id: made.id, version: 3 });
    expect(value(await handlers.getById({ id: made.id }, teacher)).status).toBe(questionStatus.inReview);
  });

  it('is one even where both arrive at the same time', async () => {
    const { handlers, teacher } = await bankSchool();
    const both = await Promise.all([1, 2].map(async () => handlers.add({ ...single('一'), submit: false, saveKey }, teacher)));
    expect(new Set(both.map((answer) => value(answer).id)).size).toBe(1);
    expect(value(await handlers.getList(page, teacher)).total).toBe(1);
  });

  it('never goes over what somebody else made of the question', async () => {
    const { handlers, teacher, colleague } = await bankSchool();
    const made = value(await handlers.add({ ...single('一'), submit: false, saveKey }, teacher));
    await handlers.modify({ ...single('同事的'), ...made }, colleague);
    expect(await handlers.add({ ...single('一之二'), submit: false, saveKey }, teacher)).toMatchObject({
      error: 'conflict',
      data: { by: ['李老师'] },
    });
    expect(value(await handlers.getById({ id: made.id }, teacher)).stem).toBe('同事的');
  });

  it('is its writer’s own: under another’s key, or another key, it is another question', async () => {
    const { handlers, teacher, colleague } = await bankSchool();
    await handlers.add({ ...single('一'), submit: false, saveKey }, teacher);
    await handlers.add({ ...single('二'), submit: false, saveKey }, colleague);
    await handlers.add({ ...single('三'), submit: false, saveKey: otherKey }, teacher);
    // Each sees their own drafts.
    expect(value(await handlers.getList(page, teacher)).total).toBe(2);
    expect(value(await handlers.getList(page, colleague)).total).toBe(1);
  });

  it('is of one bank: in the other the same key makes another question, once', async () => {
    const { handlers, teacher } = await bankSchool();
    const both = { ...teacher, caller: { ...teacher.caller, roles: ['teacher', 'question'] as const } };
    const into = async (bank: 'school' | 'certified', stem: string) =>
      value(await handlers.add({ ...single(stem), bank, submit: false, saveKey }, both));
    const stemsOf = async (bank: 'school' | 'certified') =>
      value(await handlers.getList({ ...page, filter: { bank } }, both)).items.map(({ stem }) => stem);
    await into('certified', '一');
    await into('school', '二');
    await into('school', '三');
    expect([await stemsOf('certified'), await stemsOf('school')]).toEqual([['一'], ['三']]);
  });

  it('of a question that stood already is no stranger’s change', async () => {
    const { handlers, add, teacher, colleague } = await bankSchool();
    const made = await add(single('一'));
    const lost = value(await handlers.modify({ ...single('二'), ...made, saveKey }, teacher));
    expect(value(await handlers.modify({ ...single('二'), ...made, saveKey }, teacher))).toEqual(lost);
    const newer = value(await handlers.modify({ ...single('三'), ...made, saveKey }, teacher));
    expect(newer.version).toBe(3);
    expect(await handlers.modify({ ...single('四'), ...made, saveKey: otherKey }, teacher)).toMatchObject({ error: 'conflict' });
    expect(await handlers.modify({ ...single('四'), ...made, saveKey }, colleague)).toMatchObject({ error: 'conflict' });
    await handlers.modify({ ...single('五'), ...newer }, colleague);
    expect(await handlers.modify({ ...single('四'), ...made, saveKey }, teacher)).toMatchObject({ error: 'conflict' });
  });
});

describe('saves under one key, out of order', () => {
  it('an older one that arrives last writes nothing over the newer words of a new question', async () => {
    const { handlers, teacher } = await bankSchool();
    const newer = value(await handlers.add({ ...single('新'), submit: false, saveKey, saveNo: 2 }, teacher));
    expect(await handlers.add({ ...single('旧'), submit: true, saveKey, saveNo: 1 }, teacher)).toMatchObject({ error: 'conflict' });
    expect(value(await handlers.getById({ id: newer.id }, teacher))).toMatchObject({
      stem: '新',
      status: questionStatus.draft,
      version: 1,
    });
    // The same again, by the network: it is saved.
    expect(value(await handlers.add({ ...single('新'), submit: false, saveKey, saveNo: 2 }, teacher))).toEqual(newer);
    const third = value(await handlers.add({ ...single('更新'), submit: false, saveKey, saveNo: 3 }, teacher));
    expect(third).toEqual({ id: newer.id, version: 2 });
    // Another tab's words under a number that was used already are no saved words.
    expect(await handlers.add({ ...single('另一页'), submit: false, saveKey, saveNo: 3 }, teacher)).toMatchObject({ error: 'conflict' });
    expect(value(await handlers.getList(page, teacher)).items.map(({ stem }) => stem)).toEqual(['更新']);
  });

  it('nor of one that stood, though the newer save took back what was changed', async () => {
    const { handlers, add, teacher } = await bankSchool();
    const made = await add(single('原'));
    expect(value(await handlers.modify({ ...single('原'), ...made, saveKey, saveNo: 2 }, teacher))).toEqual(made);
    expect(await handlers.modify({ ...single('旧'), ...made, saveKey, saveNo: 1 }, teacher)).toMatchObject({ error: 'conflict' });
    expect(value(await handlers.getById({ id: made.id }, teacher)).stem).toBe('原');
    const next = value(await handlers.modify({ ...single('新'), ...made, saveKey, saveNo: 3 }, teacher));
    expect(await handlers.modify({ ...single('旧'), ...made, saveKey, saveNo: 1 }, teacher)).toMatchObject({ error: 'conflict' });
    expect(value(await handlers.getById({ id: made.id }, teacher))).toMatchObject({ stem: '新', version: next.version });
  });
});
