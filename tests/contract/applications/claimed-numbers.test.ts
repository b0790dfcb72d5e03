import { beforeEach, describe, expect, it } from 'vitest';
import { createApplicantAnswers, readClassRow, type ApplicationRoom, createApplicationRoom } from '../fixtures/application-school.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';

const number = '110101200109235262';

let { server, made, raw, ask } = {} as ApplicationRoom;
beforeEach(async () => {
  ({ server, made, raw, ask } = await createApplicationRoom());
});

/** Adds another applicant and returns a function that makes calls as this user. */
const applicant = async (name: string) => server.callOf(await server.addUser(12, name));
const fillingOf = async (call: Awaited<ReturnType<typeof applicant>>, name: string) => {
  const { editionId } = await requireDone<{ editionId: number }>(call('/enroll/getMine', { offerId: made.batch.id }));
  return { offerId: made.batch.id, editionId, answers: createApplicantAnswers(number, name), version: null };
};

describe('an ID number that two applicants use', () => {
  interface Whole {
    id: number;
    version: number;
    twins: { id: number | null; isSameOffer: boolean; name: string; status: number }[];
  }
  const look = (id: number) => ask<Whole>(11, '/enroll/getById', { id });
  const decide = (decision: 'approve' | 'return', ...seen: Whole[]) =>
    raw(11, '/enroll/decide', { items: seen.map(({ id, version }) => ({ id, version })), decision, marks: {}, reason: '已核对' });
  /** Two applicants submit under the same ID number: first a stranger, then its owner. */
  const twoFiled = async () => {
    const [stranger, owner] = [await applicant('甲'), await applicant('乙')];
    const first = await stranger('/enroll/submit', await fillingOf(stranger, '冒名者'));
    const second = await owner('/enroll/submit', await fillingOf(owner, '方可欣'));
    return { stranger, owner, first, second };
  };

  it('is accepted from both, and neither applicant sees the other', async () => {
    const { stranger, owner, first, second } = await twoFiled();
    expect([first.code, second.code]).toEqual([0, 0]);
    expect(Object.keys(second.data as object)).toEqual(Object.keys(first.data as object));
    expect(second.msg).toBe(first.msg);
    for (const [call, other] of [
      [stranger, '方可欣'],
      [owner, '冒名者'],
    ] as const)
      expect(JSON.stringify(await call('/enroll/getMine', { offerId: made.batch.id }))).not.toContain(other);
  });

  it('shows the reviewer both applications; the second is approved only after the first is returned', async () => {
    const { first, second } = await twoFiled();
    const [a, b] = [(first.data as RowReference).id, (second.data as RowReference).id];
    expect((await look(b)).twins).toMatchObject([{ id: a, isSameOffer: true, name: '冒名者', status: 0 }]);
    expect((await decide('approve', await look(b))).code).toBe(0);
    expect(await decide('approve', await look(a))).toMatchObject({ code: 1002, msg: expect.stringContaining('方可欣') });
    expect((await decide('return', await look(b))).code).toBe(0);
    expect((await decide('approve', await look(a))).code).toBe(0);
  });

  it('is approved for neither application in a bulk decision', async () => {
    const { first, second } = await twoFiled();
    const both = await Promise.all([first, second].map(({ data }) => look((data as RowReference).id)));
    const answer = await decide('approve', ...both);
    expect(answer.data).toMatchObject({ changed: 0, refused: [{ name: '冒名者' }, { name: '方可欣' }] });
  });

  it('lets a school apply for its owner, once', async () => {
    await twoFiled();
    const form = await ask<{ offerId: number; editionId: number }>(11, '/enroll/getForm', { offerId: made.batch.id });
    const list = readClassRow(form, [['方可欣', number]]);
    server.raw.exec('UPDATE enroll_batch SET quota = 9');
    expect(await ask(11, '/enroll/importClass', { ...list, mode: 'all' })).toMatchObject({ imported: 1 });
    const again = await ask<{ faults: { reason: string }[] }>(11, '/enroll/previewClass', list);
    expect(again.faults[0]?.reason).toContain('已在本批次报名');
  });
});
