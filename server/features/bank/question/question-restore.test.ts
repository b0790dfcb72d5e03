import { expect, it } from 'vitest';
import { createSingleChoice } from '../../../../tests/fixtures/server/bank-data.ts';
import { type PostCall, requireDone, startTestServer } from '../../../../tests/contract/server-fixture.ts';

it('restore works though a newer table edition lacks the point, unless the question changed its point', async () => {
  const server = await startTestServer();
  const [admin, teacher]: [PostCall, PostCall] = [await server.callAs(1), await server.callAs(6)];
  const prof = await requireDone(
    admin('/prof/add', { code: '8-01-01-01', name: '电工', levels: [4], trades: [], standard: '', remark: '' }),
  );
  const place = { professionId: prof.id, tradeId: null, level: 4 };
  const scope = (depth: number) => ({ depth, code: 'A', name: '范围', weight: 100, ratio: { x: 1, y: 0, z: 0 } });
  const publish = async (code: string) => {
    const table = await requireDone(admin('/detail/add', place));
    const lines = [scope(1), scope(2), scope(3), { depth: 4, code, name: '验电', importance: 'X' }];
    await requireDone(admin('/detail/publish', await requireDone(admin('/detail/modify', { ...table, lines }))));
  };
  const filed = { profId: prof.id, level: 4 as const, pointCode: 'A-A-A-001' };
  await publish('001');
  const first = await requireDone(teacher('/question/add', createSingleChoice('一', filed)));
  await publish('002');
  const second = await requireDone(teacher('/question/modify', { ...createSingleChoice('二', filed), ...first }));
  const third = await requireDone(teacher('/question/restore', { ...second, from: 1 }));
  expect(await requireDone<object>(teacher('/question/getById', { id: first.id }))).toMatchObject({ ...filed, ...third, stem: '一' });
  // The question now has another detail point, and the newest detail table lacks the old one. Restoring the old version must not bring it back.
  const elsewhere = await requireDone(
    teacher('/question/modify', { ...createSingleChoice('一', { ...filed, pointCode: 'A-A-A-002' }), ...third }),
  );
  expect(await teacher('/question/restore', { ...elsewhere, from: 1 })).toMatchObject({ code: 1001 });
});
