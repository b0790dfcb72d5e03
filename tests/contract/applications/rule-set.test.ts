import { beforeEach, describe, expect, it } from 'vitest';
import { ruleSetResource } from '../../../sync/contract/applications/rule-set.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { eligibilityCases2023 } from '../../../sync/domain/applications/eligibility-cases.ts';
import { eligibilityRules2023 } from '../../../sync/domain/applications/eligibility-2023.ts';
import { createApplicantAnswers, type ApplicationRoom, createApplicationRoom } from '../fixtures/application-school.ts';
import { type RowReference } from '../server-fixture.ts';

/** Covers versions of eligibility rules, from a draft to the batch that uses them. */
describe('a set of eligibility rules', () => {
  let { made, raw, ask } = {} as ApplicationRoom;
  const draft = {
    ...createExampleDraft(ruleSetResource),
    standard: eligibilityRules2023.standard,
    levels: eligibilityRules2023.levels,
    cases: eligibilityCases2023,
  };
  /** Rules for level 4 with an age that no applicant has reached. */
  const strict = {
    ...draft,
    levels: { ...draft.levels, 4: [{ words: ['年满 60 周岁', 'Sixty years old'], all: [{ kind: 'age', years: 60 }] }] },
  };
  beforeEach(async () => {
    ({ made, raw, ask } = await createApplicationRoom());
  });
  const cases = (level: number) => eligibilityCases2023.filter((each) => each.level !== level);

  it('starts from the built-in rules, with which all their test cases agree', async () => {
    const added = await ask(1, '/ruleSet/add', draft);
    const row = await ask<RowReference & { number: number; cases: object[]; levels: object }>(1, '/ruleSet/getById', { id: added.id });
    expect([row.number, row.cases.length, row.levels]).toEqual([0, eligibilityCases2023.length, eligibilityRules2023.levels]);
    const published = await ask(1, '/ruleSet/publish', added);
    expect(await ask(1, '/ruleSet/getById', { id: added.id })).toMatchObject({ number: 2, version: published.version });
    const other = await ask(1, '/ruleSet/add', { ...draft, standard: '电工国家职业技能标准（2026 年版）' });
    await ask(1, '/ruleSet/publish', other);
    expect(await ask(1, '/ruleSet/getById', { id: other.id })).toMatchObject({ number: 1 });
  });

  it('is not published with a failing test case, without test cases, or with a level that has no rule', async () => {
    const failing = await ask(1, '/ruleSet/add', strict);
    const level4 = eligibilityCases2023.filter(({ level, expected }) => level === 4 && expected !== 'missing').length;
    expect(await raw(1, '/ruleSet/publish', failing)).toMatchObject({ code: 1002, msg: expect.stringMatching(/个结果不符/) });
    expect(level4).toBeGreaterThan(0);
    const untried = await ask(1, '/ruleSet/add', { ...draft, cases: [] });
    expect((await raw(1, '/ruleSet/publish', untried)).msg).toContain('还没有试算案例');
    const empty = await ask(1, '/ruleSet/add', { ...draft, levels: { ...draft.levels, 2: [] }, cases: cases(2) });
    expect((await raw(1, '/ruleSet/publish', empty)).msg).toBe('二级还没有条件');
  });

  it('cannot be changed, removed or published again once it is published', async () => {
    const key = await ask(1, '/ruleSet/publish', await ask(1, '/ruleSet/add', draft));
    expect((await raw(1, '/ruleSet/modify', { ...draft, note: '改', ...key })).code).toBe(1002);
    expect((await raw(1, '/ruleSet/remove', key)).code).toBe(1002);
    expect((await raw(1, '/ruleSet/publish', key)).code).toBe(1002);
  });

  it('refuses unknown kinds and values of conditions', async () => {
    for (const need of [
      { kind: 'script', years: 1 },
      { kind: 'age', years: 1.5 },
      { kind: 'education', oneOf: ['博士后'] },
    ]) {
      const levels = { ...draft.levels, 5: [{ words: ['条件', 'Rule'], all: [need] }] };
      expect((await raw(1, '/ruleSet/add', { ...draft, levels })).code).toBe(1001);
    }
  });

  it('applies only to the batch that names it', async () => {
    const unpublished = await ask(1, '/ruleSet/add', { ...strict, cases: cases(4) });
    const batch = { ...made.batchDraft, name: '按新条件' };
    expect((await raw(11, '/batch/add', { ...batch, ruleSetId: unpublished.id })).code).toBe(1001);
    const { id: ruleSetId } = await ask(1, '/ruleSet/publish', unpublished);
    const choices = await ask<{ ruleSets: RowReference[] }>(11, '/batch/getChoices', {});
    expect(choices.ruleSets).toEqual([{ id: ruleSetId, standard: eligibilityRules2023.standard, number: 2 }]);
    const added = await ask(11, '/batch/add', { ...batch, ruleSetId });
    const strictBatch = await ask(11, '/batch/setStatus', { ...added, status: 1 });
    const verdictOf = async (offerId: number) => {
      const { editionId } = await ask<{ editionId: number }>(12, '/enroll/getMine', { offerId });
      const answers = createApplicantAnswers('110101200109235262', '沈嘉禾');
      const sent = await ask(12, '/enroll/submit', { offerId, editionId, answers, version: null });
      const whole = await ask<{ doubt: string; eligibility: { version: number; verdict: string } }>(11, '/enroll/getById', { id: sent.id });
      return [whole.doubt, whole.eligibility.version, whole.eligibility.verdict];
    };
    expect(await verdictOf(strictBatch.id)).toEqual(['notMet', 2, 'notMet']);
    expect(await verdictOf(made.batch.id)).toEqual(['', 1, 'met']);
    expect(await ask(1, '/ruleSet/getById', { id: ruleSetId })).toMatchObject({ uses: 1 });
    // The batch has applications that were checked by these rules, so its rule set cannot be changed.
    const now = await ask<RowReference>(11, '/batch/getById', { id: strictBatch.id });
    expect((await raw(11, '/batch/modify', { ...batch, ...now, ruleSetId: null })).code).toBe(1002);
  });

  it('is accessible to platform administrators only', async () => {
    for (const as of [2, 3, 6, 7, 9, 10, 11, 12] as const) expect((await raw(as, '/ruleSet/getList', {})).code).toBe(1003);
  });
});
