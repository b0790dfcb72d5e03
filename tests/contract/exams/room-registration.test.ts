import { beforeAll, describe, expect, it } from 'vitest';
import { roomCodeLifetimeMs } from '../../../sync/contract/exams/exam-readiness.ts';
import { requireDone, type RowReference } from '../server-fixture.ts';
import { createRoomDraft } from '../fixtures/resource-drafts.ts';
import { startTwoSchools } from '../fixtures/two-schools.ts';

const ticketOf = (letter: string): string => letter.repeat(43);

describe('the registration code of a room’s PCs', () => {
  let world: Awaited<ReturnType<typeof startTwoSchools>>;
  beforeAll(async () => {
    world = await startTwoSchools();
  });
  /** Creates a room with a registration code for one test. */
  async function roomWithCode(name: string) {
    const { teacher, server } = world;
    const room = await requireDone<RowReference>(teacher('/examRoom/add', createRoomDraft(3, name)));
    const open = () => requireDone<{ code: string; expiresMs: number; left: number }>(teacher('/exam/openRoomCode', { roomId: room.id }));
    const { code, expiresMs, left } = await open();
    const register = (letter: string, seatNo: number, roomCode = code) =>
      server.post('/exam/registerMachine', { roomCode, seatNo, ticket: ticketOf(letter) });
    const work = (letter: string) => server.post('/exam/machineWork', { ticket: ticketOf(letter) });
    return { id: room.id, code, expiresMs, left, open, register, work };
  }

  it('registers several PCs without a sign-in, in any case and with or without its dash', async () => {
    const room = await roomWithCode('甲');
    expect(room.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
    expect(await requireDone(room.register('a', 1))).toEqual({ room: '甲' });
    await requireDone(room.register('b', 2, room.code.replace('-', '').toLowerCase()));
    expect(await requireDone(room.work('a'))).toMatchObject({ room: '甲', seatNo: 1 });
    expect(await requireDone(room.work('b'))).toMatchObject({ room: '甲', seatNo: 2 });
    expect((await room.open()).left).toBe(room.left - 2);
  });

  it('registers a PC once if the request is repeated, and moves it to another seat', async () => {
    const room = await roomWithCode('乙');
    await requireDone(room.register('c', 1));
    await requireDone(room.register('c', 1));
    await requireDone(room.register('c', 2));
    expect(await requireDone(room.work('c'))).toMatchObject({ seatNo: 2 });
    expect((await room.open()).left).toBe(room.left - 1);
    // The first seat is free again, because its PC has been registered at another seat.
    await requireDone(room.register('d', 1));
  });

  it('replaces no PC registered by the same code, but one of an earlier code', async () => {
    const room = await roomWithCode('丙');
    await requireDone(room.register('e', 1));
    expect((await room.register('f', 1)).code).toBe(1002);
    expect(await requireDone(room.work('e'))).toMatchObject({ seatNo: 1 });
    await requireDone(world.teacher('/exam/closeRoomCode', { roomId: room.id }));
    world.server.time.nowMs += 1;
    await requireDone(room.register('f', 1, (await room.open()).code));
    expect((await room.work('e')).code).toBe(1003);
  });

  it('is refused if wrong, revoked, expired or used up, and for a seat that the room does not have', async () => {
    const { teacher, server } = world;
    const room = await roomWithCode('丁');
    for (const wrong of ['', '0000-0000', room.code.slice(1), `${room.code}0`])
      expect((await room.register('g', 1, wrong)).code, wrong).toBe(1002);
    expect((await room.register('g', 400)).code).toBe(1005);
    await requireDone(teacher('/exam/closeRoomCode', { roomId: room.id }));
    expect((await room.register('g', 1)).code).toBe(1002);
    const next = await room.open();
    expect(next.code).not.toBe(room.code);
    expect(next.expiresMs).toBe(server.time.nowMs + roomCodeLifetimeMs);
    server.raw.prepare('UPDATE room_setup SET expires_ms = ? WHERE room_id = ?').run(server.time.nowMs, room.id);
    expect((await room.register('g', 1, next.code)).code).toBe(1002);
    const last = await room.open();
    server.raw.prepare('UPDATE room_setup SET left_count = 0 WHERE room_id = ?').run(room.id);
    expect((await room.register('g', 1, last.code)).code).toBe(1002);
  });

  it('is hidden from other schools, and its use is in the audit log under the person who opened it', async () => {
    const { teacher, server } = world;
    const room = await roomWithCode('戊');
    await requireDone(room.register('h', 3));
    for (const call of ['openRoomCode', 'closeRoomCode', 'startDrill'] as const)
      expect((await (await server.callAs(6, 1))(`/exam/${call}`, { roomId: room.id })).code, call).toBe(1005);
    await requireDone(teacher('/exam/closeRoomCode', { roomId: room.id }));
    const entries = server.raw
      .prepare("SELECT call, user_id, detail FROM audit WHERE entity_id = ? AND entity = 'examRoom' AND call LIKE '/exam/%' ORDER BY seq")
      .all(String(room.id)) as { call: string; user_id: number; detail: string }[];
    expect(entries.map(({ call }) => call)).toEqual(['/exam/openRoomCode', '/exam/registerMachine', '/exam/closeRoomCode']);
    expect(new Set(entries.map(({ user_id: by }) => by)).size).toBe(1);
    expect(JSON.stringify(entries)).not.toContain(room.code.slice(0, 4));
  });

  it('lets one teacher request a rehearsal from every registered PC', async () => {
    const { teacher } = world;
    const room = await roomWithCode('己');
    await requireDone(room.register('i', 1));
    await requireDone(room.register('j', 2));
    expect(await requireDone(room.work('i'))).toMatchObject({ drillMs: null });
    const { drillMs } = await requireDone<{ drillMs: number }>(teacher('/exam/startDrill', { roomId: room.id }));
    for (const letter of ['i', 'j']) expect(await requireDone(room.work(letter))).toMatchObject({ drillMs });
  });
});
