import { afterEach, describe, expect, it } from 'vitest';
import type { SittingRow } from '../../../../../sync/engine/ports.ts';
import type { ExamEntryState } from './exam-entry-state.ts';
import { EntryRefusal, ExamEntryRig, entryMinuteMs, entryPaper } from './exam-entry-rig.ts';

let room: ExamEntryRig;
const settled = (state: ExamEntryState) => state.phase !== 'loading' && state.phase !== 'waiting';
afterEach(() => room.gate.close());

describe('exam entry on a PC', () => {
  it('opens without a network after a cold start if seat, paper and key are on this PC', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { keyHere: true, online: false });
    expect(await room.reach(settled)).toMatchObject({ phase: 'open', content: entryPaper });
    expect(room.calls).toEqual(['begin']);
  });

  it('fetches missing seat, paper and key over the network', async () => {
    room = new ExamEntryRig();
    expect((await room.reach(settled)).phase).toBe('open');
    expect(room.calls).toEqual(['enter', 'getPackage', 'release', 'begin']);
  });

  it('reports the missing package if this PC was never prepared and has no network', async () => {
    room = new ExamEntryRig();
    room.online = false;
    expect(await room.reach(settled)).toEqual({ phase: 'missing' });
  });

  it('SY20: fetches the seat again if the stored sitting belongs to another credential', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { owner: false, keyHere: true });
    expect((await room.reach(settled)).phase).toBe('open');
    expect(room.calls).toEqual(['enter', 'begin']);
  });

  it('SY15: asks before it moves the exam to this PC', async () => {
    room = new ExamEntryRig();
    Object.assign(room, { seatElsewhere: true, keyHere: true });
    expect(await room.reach(settled)).toEqual({ phase: 'elsewhere', other: null });
    expect(await room.reach(settled, true)).toMatchObject({ phase: 'open', row: { epoch: 2 } });
  });

  it('waits for the start, then for the key, and tries again after a refusal or a network failure', async () => {
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -3_000;
    room.releases = [new EntryRefusal('refused', '还没到时间'), new EntryRefusal('network')];
    const waitReasons: string[] = [];
    room.gate.subscribe(() => {
      const state = room.gate.state();
      if (state.phase === 'waiting') waitReasons.push(state.for);
    });
    room.onSleep = () => {
      room.elapsedMs += 1_000;
    };
    expect((await room.reach(settled)).phase).toBe('open');
    expect([...new Set(waitReasons)]).toEqual(['start', 'key', 'network']);
    expect(room.calls).toEqual(['release', 'release', 'release', 'begin']);
  });

  it('SY18: opens with the release code while the network is down', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T' });
    let tries = 0;
    room.onSleep = () => {
      tries += 1;
      if (tries === 2) void room.gate.useCode('7K3M-00QX-ZB9T');
    };
    expect((await room.reach(settled)).phase).toBe('open');
  });

  it('SY18: accepts a right release code before the start, and opens the paper at the start', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T', elapsedMs: -20_000 });
    const codeTakenMs: number[] = [];
    room.gate.subscribe(() => {
      const state = room.gate.state();
      if (state.phase === 'waiting' && state.codeTaken) codeTakenMs.push(room.elapsedMs);
    });
    let used = false;
    room.onSleep = () => {
      room.elapsedMs += 1_000;
      if (!used) void room.gate.useCode('7k3m 00qx zb9t'.toUpperCase().replaceAll(' ', '-'));
      used = true;
    };
    expect((await room.reach(settled)).phase).toBe('open');
    expect(codeTakenMs[0]).toBeLessThan(-10_000);
    expect(room.elapsedMs).toBeGreaterThanOrEqual(0);
  });

  it('SY18: opens at the announced start after a right code, but only while the PC’s clock is unconfirmed', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T', elapsedMs: -9 * 60 * entryMinuteMs });
    let slept = 0;
    room.onSleep = () => {
      slept += 1;
      if (slept === 1) room.gate.startAnnounced();
      if (slept === 3) void room.gate.useCode('7K3M-00QX-ZB9T');
      if (slept === 6) expect(room.gate.state().phase).toBe('waiting');
      if (slept === 8) room.gate.startAnnounced();
      if (slept === 20) room.clockUnconfirmed = true;
    };
    expect((await room.reach(settled)).phase).toBe('open');
    // Up to the 20th wait the clock counts as confirmed by the server, so the announcement of the start at the 8th wait has no effect yet.
    expect(slept).toBeGreaterThanOrEqual(20);
  });

  it('SY18: delays longer after each wrong release code, and not at all after malformed input', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T' });
    await room.reach((state) => state.phase === 'waiting');
    const waits: (number | string)[] = [];
    for (const code of [
      'ABC',
      '1111-1111-1111',
      '1111-1111-1112',
      '1111-1111-111U',
      '1111-1111-1113',
      ...Array(6).fill('2222-2222-2222'),
    ]) {
      const outcome = await room.gate.useCode(code);
      waits.push(outcome.kind === 'wrong' ? outcome.waitSeconds : outcome.kind);
    }
    expect(waits).toEqual(['noCode', 0, 2, 'noCode', 4, 8, 16, 30, 30, 30, 30]);
    expect(await room.gate.useCode('7K3M-00QX-ZB9T')).toEqual({ kind: 'opened' });
  });

  it('asks for a sign-in when the session has ended', async () => {
    room = new ExamEntryRig().prepared();
    room.releases = [new EntryRefusal('signIn')];
    expect(await room.reach(settled)).toMatchObject({ phase: 'refused', cause: 'signIn' });
  });

  it('SY22: refuses a late entry, but lets an examinee go on who has begun here or elsewhere', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { elapsedMs: 16 * entryMinuteMs, keyHere: true });
    expect(await room.reach(settled)).toMatchObject({ phase: 'refused', cause: 'entryClosed' });
    room.freshStatus = 0;
    expect((await room.reach(settled)).phase).toBe('open');
    Object.assign(room, { freshStatus: -1, begun: true, online: false });
    expect((await room.reach(settled)).phase).toBe('open');
    Object.assign(room, { begun: false, elapsedMs: 61 * entryMinuteMs });
    expect(await room.reach(settled)).toMatchObject({ phase: 'refused', cause: 'over' });
  });

  it('SY21: never refuses entry by an unconfirmed clock', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { elapsedMs: 89 * entryMinuteMs, sureMs: 14 * entryMinuteMs, keyHere: true, online: false });
    expect((await room.reach(settled)).phase).toBe('open');
  });

  it('shows a hand-in even if the key is no longer on this PC', async () => {
    room = new ExamEntryRig().prepared();
    room.seated = { ...room.seated, handIn: { streamId: 's', seq: 9 } } as SittingRow;
    Object.assign(room, { online: false, elapsedMs: 90 * entryMinuteMs });
    expect(await room.reach(settled)).toMatchObject({ phase: 'open', content: null });
  });

  it('tells a waiting examinee that the exam was withdrawn, and stops asking once the start is near', async () => {
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -90_000;
    room.fresh = { status: 0, withdrawn: { ms: -1, reason: '停电' } };
    expect(await room.reach(settled)).toEqual({ phase: 'refused', cause: 'withdrawn', reason: '停电' });
    expect(room.calls).toEqual(['myList']);
    room.gate.close();
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -29_000;
    room.releases = [new EntryRefusal('withdrawn', '停电')];
    room.onSleep = () => {
      room.elapsedMs += 1_000;
    };
    expect(await room.reach(settled)).toEqual({ phase: 'refused', cause: 'withdrawn', reason: '停电' });
    expect(room.calls).toEqual(['release']);
  });

  it('asks every minute whether the exam still takes place, and continues if the server does not answer', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { elapsedMs: -151_000, online: false });
    room.onSleep = () => {
      room.elapsedMs += 1_000;
      if (room.elapsedMs === -1_000) room.online = true;
    };
    expect((await room.reach(settled)).phase).toBe('open');
    expect(room.calls).toEqual(['myList', 'myList', 'myList', 'release', 'begin']);
  });

  it('stops waiting when it is closed', async () => {
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -10 * entryMinuteMs;
    await room.reach((state) => state.phase === 'waiting');
    room.gate.close();
    const before = room.sleeps;
    await new Promise((resolve) => setImmediate(resolve));
    expect(room.sleeps - before).toBeLessThan(2);
    expect(room.gate.state()).toEqual({ phase: 'loading' });
  });
});
