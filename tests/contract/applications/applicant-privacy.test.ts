import { beforeAll, describe, expect, it } from 'vitest';
import { allCalls, isResourceCall, hasIdInPath } from '../fixtures/every-call.ts';
import { allTypes, type PostCall } from '../server-fixture.ts';
import { startTwoSchools } from '../fixtures/two-schools.ts';
import type { UserType } from '../../../sync/contract/roles.ts';

/** Secret values from the forms of the applicant and of the student who declared. */
const secrets = ['机密申报人', '110101200109235262', '1101**********5262', '13800006027', '苏州澄湖精密电子有限公司', 'M10 10L60 80L90 20'];
const about = allCalls.filter(({ path }) => /^\/(enroll|declare|batch|declaration|form)\//.test(path));
/** User types that may read the forms of the first school, in addition to the author of a form. */
const reviewers: Readonly<Record<string, readonly UserType[]>> = { enroll: [11], declare: [2, 3] };

describe('the application form of another person', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  /** One caller for each user type and school, including a second applicant and a second student, who have no form. */
  const askers: { name: string; type: UserType; at: 0 | 1 | 'other'; call: PostCall }[] = [];
  const kept = () =>
    JSON.stringify(world.server.raw.prepare('SELECT id, status, version, answers, marks FROM application ORDER BY id').all());

  beforeAll(async () => {
    world = await startTwoSchools();
    for (const type of allTypes)
      for (const at of [0, 1] as const) askers.push({ name: `type ${type} of school ${at}`, type, at, call: await world.as(type, at) });
    for (const type of [12, 7] as const)
      askers.push({
        name: `another of type ${type}`,
        type,
        at: 'other',
        call: await world.server.callOf(await world.server.addUser(type, `other${type}`)),
      });
  });

  it('is tried with every call about forms (more than 45)', () => expect(about.length).toBeGreaterThan(45));

  it.each(about.map(({ path }) => path))('is returned by %s only to its applicant and its reviewers', async (path) => {
    const [, module = ''] = path.split('/');
    const owner: UserType = module === 'enroll' || module === 'batch' ? 12 : 7;
    for (const { name, type, at, call } of askers) {
      if (at === 0 && (type === owner || (reviewers[module] ?? []).includes(type))) continue;
      const before = kept();
      // Make the call with the ids of the applicant's and the student's forms if it takes ids, and with an empty input.
      for (const input of [...(hasIdInPath(path) && !isResourceCall(path) ? [world.inputOf(path)] : []), {}]) {
        const answer = await call(path, input);
        for (const secret of secrets) expect(JSON.stringify(answer), `${path} tells ${name}`).not.toContain(secret);
      }
      // A caller may add an application of their own; the existing ones must stay unchanged.
      if (!/\/(submit|save|importClass)$/.test(path)) expect(kept(), `${path} by ${name}`).toBe(before);
    }
  });

  it('can be withdrawn only by its applicant', async () => {
    const answers = await Promise.all(
      askers
        .filter(({ type, at }) => type === 12 && at !== 0)
        .map(({ call }) => call('/enroll/withdraw', world.inputOf('/enroll/withdraw'))),
    );
    expect(answers.map(({ code }) => code)).toEqual([1005, 1005]);
  });
});
