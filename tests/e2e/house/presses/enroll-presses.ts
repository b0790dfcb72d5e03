import writeXlsx from 'write-excel-file/node';
import { userCalls } from '../../../../sync/contract/user.ts';
import { personDraft } from '../../../contract/fixtures/thing-drafts.ts';
import { ApiClient } from '../../rig/api-client.ts';
import { answers, enrolled, openBatch } from './filing-presses.ts';
import { button, dialog, made, type Press } from './press.ts';

/** What the enrolment administrator does for many at once. */
export const enrollPresses: readonly Press[] = [
  {
    call: '/enroll/importClass',
    from: 'features/filing/pages/class-import-page.tsx',
    by: 'enrolladmin',
    what: '导入',
    ready: async (stage) => {
      const { id } = await openBatch(stage);
      await stage.go(`/enroll/index/import?offerId=${id}`);
      const sheet = [
        ['姓名', '证件号码'],
        [answers.name, answers.idNumber],
      ].map((row) => row.map((value) => ({ value, type: String })));
      const buffer = await writeXlsx(sheet).toBuffer();
      await stage.page
        .locator('input[type=file]')
        .first()
        .setInputFiles({ name: 'class.xlsx', mimeType: 'application/octet-stream', buffer });
      return button(stage.page, '导入全部 1 人');
    },
  },
  {
    call: '/enroll/getTable',
    from: 'features/filing/parts/table-export.tsx',
    by: 'enrolladmin',
    what: '导出 Excel',
    ready: async (stage) => {
      const { offerId } = await enrolled(stage);
      await stage.go(`/enroll/list?offerId=${offerId}`);
      await button(stage.page, '导出名单').click();
      return button(dialog(stage.page), '导出 Excel');
    },
  },
  {
    call: '/user/setStatus',
    from: 'features/filing/parts/waiting-applicants.tsx',
    by: 'enrolladmin',
    what: '准许报名',
    ready: async (stage) => {
      await stage.as('school');
      const stranger = new ApiClient(stage.server.origin);
      await made(stranger, userCalls.addRS, {
        ...personDraft,
        website: 'demo',
        user_type: 12,
        name: stage.name,
        login_name: `apply${stage.n}`,
        login_pwd: 'Wo-yao-bao-1',
        phone: '13800006027',
        id_number: '',
      });
      await stage.go('/enroll/index');
      return button(stage.page, `准许 ${stage.name} 报名`);
    },
  },
];
