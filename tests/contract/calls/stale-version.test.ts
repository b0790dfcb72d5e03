import { beforeAll, describe, expect, it } from 'vitest';
import { ruleSetThing } from '../../../sync/contract/rule-set.ts';
import { staleChange } from '../../../sync/contract/stale-change.ts';
import { exampleOf } from '../../../sync/contract/thing.ts';
import { defaultSettings } from '../../../sync/contract/system.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { noBlueprint } from '../../fixtures/server/paper-data.ts';
import { carriesVersion, everyCall, isPlain } from '../fixtures/every-call.ts';
import { type Answer, done, type Ref } from '../server-fixture.ts';
import { paperDraft, personDraft, professionDraft, questionDraft, schoolDraft } from '../fixtures/thing-drafts.ts';
import { twoSchools } from '../fixtures/two-schools.ts';

/** One of everything that has versions, changed once by somebody since; and every call that would change it, as the version before saw it. */
async function changedSince() {
  const world = await twoSchools();
  const { server, inputs, catalogue, paper, draft, profession, oneQuestion, studentId } = world;
  const [keeper, admin, teacher, system] = [await world.as(1, 0), await world.as(2, 0), await world.as(6, 0), await world.as(9, 0)];
  const student = { id: studentId, version: 1 };
  const school = await done(keeper('/school/add', schoolDraft));
  const place = { professionId: profession.id, tradeId: null, level: 4 };
  const table = await done(keeper('/detail/add', place));
  const rules = await done(keeper('/ruleSet/add', exampleOf(ruleSetThing)));
  const settings = await done<Ref>(system('/system/getSettings', {}));
  const me = await done(teacher('/user/getMe', {}));

  server.time.nowMs += 5000;
  await done(admin('/user/modify', { ...personDraft, login_name: 'secret1', name: '改名', ...student }));
  await done(admin('/question/modify', { ...questionDraft, stem: '新题干', ...oneQuestion }));
  const copied = await done(admin('/paper/copy', { id: paper.id, name: '副本' }));
  await done(admin('/paper/modify', { ...paperDraft, name: '新名', ...copied }));
  await done(admin('/exam/modify', { ...inputs['/exam/modify'], name: '新名', ...draft }));
  await done(admin('/exam/amend', { ...inputs['/exam/amend'], notice: '新须知' }));
  await done(keeper('/prof/modify', { ...professionDraft, remark: '常考', ...profession }));
  await done(keeper('/school/modify', { ...schoolDraft, contact: '王主任', ...school }));
  await done(keeper('/school/modify', { ...schoolDraft, website: 'demo', siteCode: '', id: server.schoolIds[0], version: 1 }));
  await done(keeper('/detail/modify', { ...table, lines: [] }));
  await done(keeper('/ruleSet/modify', { ...exampleOf(ruleSetThing), note: '新注', ...rules }));
  await done(system('/system/modifySettings', { ...defaultSettings, platformTitle: '新', version: settings.version }));
  await done(teacher('/user/modifyMe', { version: me.version, name: '孙老师', avatar: '' }));

  const copy = { id: copied.id, version: copied.version };
  /** As it is, but for this. */
  const renew = async (type: UserType, module: string, at: unknown, change: object): Promise<void> => {
    const by = await world.as(type, 0);
    const whole = await done<Ref>(by(`/${module}/getById`, { id: (at as Ref).id }));
    await done(by(`/${module}/modify`, { ...whole, ...change }));
  };
  await renew(6, 'course', inputs['/course/setStatus'], { title: '新名' });
  await renew(6, 'info', inputs['/info/setStatus'], { title: '新名' });
  await done(teacher('/task/modify', { ...inputs['/task/modify'], name: '新名' }));
  await renew(2, 'form', inputs['/form/enact'], { note: '新注' });
  await renew(11, 'batch', inputs['/batch/setStatus'], { notice: '新须知' });
  await renew(2, 'declaration', inputs['/declaration/setStatus'], { notice: '新须知' });
  const returned = { decision: 'return', marks: {}, reason: '请补材料' };
  for (const [by, module] of [
    [11, 'enroll'],
    [2, 'declare'],
  ] as const)
    await done((await world.as(by, 0))(`/${module}/decide`, { ...inputs[`/${module}/decide`], ...returned }));

  const stale: Record<string, [UserType, object]> = {
    '/course/setStatus': [6, inputs['/course/setStatus'] ?? {}],
    '/info/setStatus': [6, inputs['/info/setStatus'] ?? {}],
    '/task/modify': [6, inputs['/task/modify'] ?? {}],
    '/form/enact': [2, inputs['/form/enact'] ?? {}],
    '/batch/setStatus': [11, inputs['/batch/setStatus'] ?? {}],
    '/declaration/setStatus': [2, inputs['/declaration/setStatus'] ?? {}],
    ...Object.fromEntries(
      (
        [
          ['enroll', 12, 11],
          ['declare', 7, 2],
        ] as const
      ).flatMap(([module, applicant, reviewer]) => {
        const seen = inputs[`/${module}/withdraw`] as Ref;
        const filled = { ...inputs[`/${module}/submit`], version: seen.version };
        return [
          [`/${module}/submit`, [applicant, filled]],
          [`/${module}/withdraw`, [applicant, seen]],
          [`/${module}/decide`, [reviewer, inputs[`/${module}/decide`] ?? {}]],
          ...(module === 'declare' ? [['/declare/save', [applicant, filled]]] : []),
        ] as [string, [UserType, object]][];
      }),
    ),
    ...Object.fromEntries(
      ['/user/modify', '/user/remove', '/user/setStatus', '/user/setType', '/exam/modify', '/exam/publish']
        .concat(['/exam/arrange', '/exam/moveSeat', '/exam/amend'])
        .concat(['/question/modify', '/question/restore', '/question/setStatus', '/question/modifyMany', '/question/remove'])
        .map((path) => [path, [2, inputs[path] ?? {}] as const]),
    ),
    ...Object.fromEntries(['/prof/setStatus'].map((path) => [path, [1, catalogue[path] ?? {}] as const])),
    '/paper/modify': [2, { ...paperDraft, ...copy }],
    '/paper/remove': [2, { items: [copy] }],
    '/paper/file': [2, { items: [copy], category: '期中' }],
    '/paper/draw': [2, copy],
    '/paper/choose': [2, { ...copy, variants: [{ sections: [[]] }] }],
    '/paper/assemble': [2, { ...copy, blueprint: noBlueprint }],
    '/detail/modify': [1, { ...table, lines: [] }],
    '/detail/publish': [1, table],
    '/detail/withdraw': [1, table],
    '/detail/remove': [1, table],
    '/ruleSet/publish': [1, rules],
    '/school/modify': [1, { ...schoolDraft, ...school }],
    '/school/setStatus': [1, { ...school, status: 0 }],
    '/school/setRegistration': [2, { version: 1, open: false, enrolAtOnce: false }],
    '/school/remove': [1, { ...school, title: schoolDraft.title }],
    '/system/modifySettings': [9, { ...defaultSettings, version: settings.version }],
    '/user/modifyMe': [6, { version: me.version, name: '孙', avatar: '' }],
  };
  return { world, stale };
}

describe('a version somebody else has changed since', () => {
  let made: Awaited<ReturnType<typeof changedSince>>;
  beforeAll(async () => {
    made = await changedSince();
  });
  const changing = everyCall.filter((call) => call.changes && carriesVersion(call) && !isPlain(call.path)).map((call) => call.path);

  it('is tried with every call that carries one', () => {
    expect(Object.keys(made.stale).toSorted()).toEqual(changing.toSorted());
  });

  it.each(changing)('is refused by %s, with who changed what when', async (path) => {
    const { world, stale } = made;
    const [type, input] = stale[path] ?? [1, {}];
    const answer: Answer = await (await world.as(type, 0))(path, input);
    expect(answer.code, answer.msg).toBe(1006);
    const { by, atMs, changed } = staleChange.parse(answer.data);
    expect(by).toEqual([expect.stringMatching(/^用户|^孙老师/)]);
    expect(atMs).toBe(world.server.time.nowMs);
    expect(changed.length).toBeGreaterThan(0);
    expect(answer.msg).toContain(by[0]);
    expect(answer.msg).toMatch(/（[^（）a-z]+）/);
  });
});
