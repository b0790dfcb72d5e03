import { beforeAll, describe, expect, it } from 'vitest';
import { ruleSetResource } from '../../../sync/contract/applications/rule-set.ts';
import { staleChange } from '../../../sync/contract/stale-change.ts';
import { createExampleDraft } from '../../../sync/contract/resource.ts';
import { defaultSettings } from '../../../sync/contract/platform/system.ts';
import type { UserType } from '../../../sync/contract/roles.ts';
import { noBlueprint } from '../../fixtures/server/paper-data.ts';
import { listFixtureRows } from '../fixtures/call-inputs.ts';
import { hasVersionInput, allCalls, isResourceCall } from '../fixtures/every-call.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';
import {
  validDirectoryDraft,
  validLtiDraft,
  validPaperDraft,
  validPersonDraft,
  validProfessionDraft,
  validQuestionDraft,
  validSchoolDraft,
} from '../fixtures/resource-drafts.ts';
import { startTwoSchools } from '../fixtures/two-schools.ts';

/** Changes one row of every kind that has a version. `staleInput` returns the input of a changing call with the version from before this change. */
async function changedSince() {
  const world = await startTwoSchools();
  const { server, inputOf, paper, draft, profession, oneQuestion, studentId } = world;
  const [keeper, admin, teacher, system] = [await world.as(1, 0), await world.as(2, 0), await world.as(6, 0), await world.as(9, 0)];
  const student = { id: studentId, version: 1 };
  const school = await requireDone(keeper('/school/add', validSchoolDraft));
  const place = { professionId: profession.id, tradeId: null, level: 4 };
  const table = await requireDone(keeper('/detail/add', place));
  const rules = await requireDone(keeper('/ruleSet/add', createExampleDraft(ruleSetResource)));
  const settings = await requireDone<RowReference>(system('/system/getSettings', {}));
  const me = await requireDone(teacher('/user/getMe', {}));

  server.time.nowMs += 5000;
  await requireDone(admin('/user/modify', { ...validPersonDraft, login_name: 'secret1', name: '改名', ...student }));
  await requireDone(admin('/question/modify', { ...validQuestionDraft, stem: '新题干', ...oneQuestion }));
  const copied = await requireDone(admin('/paper/copy', { id: paper.id, name: '副本' }));
  await requireDone(admin('/paper/modify', { ...validPaperDraft, name: '新名', ...copied }));
  await requireDone(admin('/exam/modify', { ...inputOf('/exam/modify'), name: '新名', ...draft }));
  await requireDone(admin('/exam/amend', { ...inputOf('/exam/amend'), notice: '新须知' }));
  await requireDone(keeper('/prof/modify', { ...validProfessionDraft, remark: '常考', ...profession }));
  await requireDone(keeper('/school/modify', { ...validSchoolDraft, contact: '王主任', ...school }));
  await requireDone(keeper('/school/modify', { ...validSchoolDraft, website: 'demo', siteCode: '', id: server.schoolIds[0], version: 1 }));
  await requireDone(keeper('/detail/modify', { ...table, lines: [] }));
  await requireDone(keeper('/ruleSet/modify', { ...createExampleDraft(ruleSetResource), note: '新注', ...rules }));
  await requireDone(system('/system/modifySettings', { ...defaultSettings, platformTitle: '新', version: settings.version }));
  await requireDone(teacher('/user/modifyMe', { version: me.version, name: '孙老师', avatar: '' }));
  await requireDone(admin('/directory/set', { ...validDirectoryDraft, enabled: false, secret: '', version: 1 }));
  await requireDone(admin('/lti/set', { ...validLtiDraft, enabled: false, version: 1 }));

  const copy = { id: copied.id, version: copied.version };
  /** Reads a row and saves it with this change. */
  const renew = async (type: UserType, module: string, at: unknown, change: object): Promise<void> => {
    const by = await world.as(type, 0);
    const whole = await requireDone<RowReference>(by(`/${module}/getById`, { id: (at as RowReference).id }));
    await requireDone(by(`/${module}/modify`, { ...whole, ...change }));
  };
  await renew(6, 'course', inputOf('/course/setStatus'), { title: '新名' });
  await renew(6, 'info', inputOf('/info/setStatus'), { title: '新名' });
  await requireDone(teacher('/task/modify', { ...inputOf('/task/modify'), name: '新名' }));
  await renew(2, 'form', inputOf('/form/enact'), { note: '新注' });
  await renew(11, 'batch', inputOf('/batch/setStatus'), { notice: '新须知' });
  await renew(2, 'declaration', inputOf('/declaration/setStatus'), { notice: '新须知' });
  const returned = { decision: 'return', marks: {}, reason: '请补材料' };
  for (const [by, module] of [
    [11, 'enroll'],
    [2, 'declare'],
  ] as const)
    await requireDone((await world.as(by, 0))(`/${module}/decide`, { ...inputOf(`/${module}/decide`), ...returned }));

  const values = {
    ...listFixtureRows({ user: student, paper: copy, detail: table, school, ruleSet: rules }),
    'system.version': settings.version,
  };
  const drafts: Record<string, object> = {
    '/user/modify': { ...validPersonDraft, login_name: 'secret1', ...student },
    '/user/modifyMe': { version: me.version, name: '孙', avatar: '' },
    '/paper/modify': { ...validPaperDraft, ...copy },
    '/paper/choose': { ...copy, variants: [{ sections: [[]] }] },
    '/paper/assemble': { ...copy, blueprint: noBlueprint },
    '/detail/modify': { ...table, lines: [] },
    '/school/modify': { ...validSchoolDraft, ...school },
    '/school/remove': { ...school, title: validSchoolDraft.title },
    '/system/modifySettings': { ...defaultSettings, version: settings.version },
    '/directory/set': { ...validDirectoryDraft, secret: '', version: 1 },
    '/lti/set': { ...validLtiDraft, version: 1 },
  };
  for (const path of ['/enroll/submit', '/declare/submit', '/declare/save']) drafts[path] = { ...inputOf(path), version: 1 };
  return { world, staleInput: (path: string) => inputOf(path, values, drafts) };
}
/** Finds the table row that lists this call by its path, or else by its module. */
const byCall = <T>(table: readonly (readonly [T, string])[], path: string): T | undefined => {
  const named = (name: string) => table.find(([, names]) => names.split(' ').includes(name))?.[0];
  return named(path) ?? named(path.split('/')[1] ?? '');
};
/** User types that make the calls, by module or path. Type 2, the school's administrator, makes the calls that are not listed. */
const callers: readonly (readonly [UserType, string])[] = [
  [1, 'prof detail ruleSet school'],
  [2, '/school/setRegistration /declare/decide'],
  [6, 'course info task /user/modifyMe'],
  [7, 'declare'],
  [9, 'system'],
  [11, 'batch /enroll/decide'],
  [12, 'enroll'],
];
/** Fields that `changedSince` changes, by module or path of the call. */
const changedFields: readonly (readonly [readonly string[], string])[] = [
  [['name', 'class_id'], 'user'],
  [['name'], '/user/modifyMe paper exam task'],
  [['stem', 'difficulty', 'category'], 'question'],
  [['title'], 'course info'],
  [['title', 'config'], '/school/setRegistration'],
  [['contact'], 'school'],
  [['platformTitle'], 'system'],
  [['name', 'address', 'account', 'searchBase'], 'directory'],
  [['name', 'issuer', 'clientId', 'deploymentId', 'authorisation', 'keySet'], 'lti'],
  [['remark'], 'prof'],
  [['lines'], 'detail'],
  [['note'], 'ruleSet form'],
  [['notice'], '/exam/amend batch declaration'],
  [['status', 'marks'], 'enroll declare'],
];

describe('an outdated version of a row', () => {
  let made: Awaited<ReturnType<typeof changedSince>>;
  beforeAll(async () => {
    made = await changedSince();
  });
  const changing = allCalls.filter((call) => call.changes && hasVersionInput(call) && !isResourceCall(call.path)).map((call) => call.path);

  it.each(changing)('is refused by %s with who changed what, and when', async (path) => {
    const { world, staleInput } = made;
    const answer = await (await world.as(byCall(callers, path) ?? 2, 0))(path, staleInput(path));
    expect(answer.code, answer.msg).toBe(1006);
    const { by, atMs, changed } = staleChange.parse(answer.data);
    expect(by).toEqual([expect.stringMatching(/^用户|^孙老师/)]);
    expect(atMs).toBe(world.server.time.nowMs);
    expect(changed).toEqual(byCall(changedFields, path));
    expect(answer.msg).toContain(by[0]);
    expect(answer.msg).toMatch(/（[^（）a-z]+）/);
  });
});
