import { describe, expect, it } from 'vitest';
import { createApp } from '../../../server/app.ts';
import {
  createDingtalkConnector,
  createWecomConnector,
} from '../../../server/features/people/user/directory/connectors/work-app-connectors.ts';
import { createJobRunner } from '../../../server/jobs/job-runner.ts';
import type { DirectoryPreview } from '../../../sync/contract/people/directory-people.ts';
import { serviceAddresses, usualNumberAttributes } from '../../../sync/contract/people/directory.ts';
import { createFakeCompany, serveDingtalk, serveWecom } from '../../fixtures/server/work-app-service.ts';
import { validDirectoryDraft } from '../fixtures/resource-drafts.ts';
import { createClient, listFaultyFields, requireDone, startTestServer } from '../server-fixture.ts';

/** Starts a server with a school whose directory is a fake company of WeCom or DingTalk. */
async function startWithCompany(kind: 'wecom' | 'dingtalk') {
  const server = await startTestServer();
  const company = createFakeCompany();
  const directory = (access: Parameters<typeof server.deps.directory>[0]) =>
    kind === 'wecom' ? createWecomConnector(access, serveWecom(company)) : createDingtalkConnector(access, serveDingtalk(company));
  const client = createClient(createApp({ ...server.deps, jobs: createJobRunner(server.deps), directory }));
  const admin = client.as(await server.openSession(2));
  const draft = {
    ...validDirectoryDraft,
    kind,
    address: serviceAddresses[kind],
    account: 'company',
    agent: '1000002',
    numberAttribute: usualNumberAttributes[kind],
    studentBase: '2',
    staffBase: '3',
    classAttribute: 'department',
    secret: company.secret,
    version: 1,
  };
  return { server, company, admin, draft };
}

describe.each(['wecom', 'dingtalk'] as const)('people of %s', (kind) => {
  it('are added, changed and disabled by the preview, never deleted; an incomplete list changes nothing', async () => {
    const { server, company, admin, draft } = await startWithCompany(kind);
    await requireDone(admin('/directory/set', draft));
    const preview = () => requireDone<DirectoryPreview>(admin('/directory/previewPeople', {}));
    const apply = async () => {
      const { add, change, disable } = await preview();
      return admin('/directory/applyPeople', { keys: [...add, ...change, ...disable].map(({ key }) => key), confirmFew: false });
    };
    expect(await preview()).toMatchObject({
      found: 5,
      add: [
        { number: 'S3', class_name: '' },
        { number: 'S1', class_name: '数控一班' },
        { number: 'S2', class_name: '电工二班' },
        { group: 'staff', number: 'T9' },
      ],
      change: [{ number: 'type6', fields: [{ field: 'name', from: '用户6', to: '王老师' }] }],
      newClasses: ['数控一班', '电工二班'],
    });
    expect((await apply()).data).toMatchObject({ added: 4, changed: 1, disabled: 0 });
    const count = () => server.raw.prepare<[], number>('SELECT count(*) FROM user').pluck().get();
    const before = count();

    // The service of the company fails after the first departments.
    company.instead = (path, calls) => (path.endsWith('user/list') && calls === 2 ? { errcode: -1, errmsg: 'system busy' } : undefined);
    company.members = company.members.filter(({ id }) => id !== 'S1');
    const refused = await admin('/directory/previewPeople', {});
    expect([refused.code, refused.msg]).toEqual([1002, expect.stringContaining('没有使用任何结果')]);

    company.instead = () => undefined;
    expect(await preview()).toMatchObject({ found: 4, same: 4, add: [], change: [], disable: [{ number: 'S1', class_name: '数控一班' }] });
    expect((await apply()).data).toMatchObject({ added: 0, changed: 0, disabled: 1 });
    expect(count()).toBe(before);
    expect(server.raw.prepare("SELECT status FROM user WHERE student_no = 'S1'").pluck().get()).toBe(0);
  });

  it('come from a department that is given by its number', async () => {
    const { admin, draft } = await startWithCompany(kind);
    const refused = await admin('/directory/set', { ...draft, studentBase: 'ou=students', staffBase: '0' });
    expect(listFaultyFields(refused).map(({ path }) => path)).toEqual(['studentBase', 'staffBase']);
  });
});
