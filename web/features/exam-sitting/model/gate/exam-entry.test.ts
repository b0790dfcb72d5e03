import { afterEach, describe, expect, it } from 'vitest';
import type { SittingRow } from '../../../../../sync/engine/client/ports.ts';
import type { ExamEntryState } from './exam-entry-state.ts';
import { EntryRefusal, ExamEntryRig, entryMinuteMs, entryPaper } from './exam-entry-rig.ts';

let room: ExamEntryRig;
const settled = (state: ExamEntryState) => state.at !== 'loading' && state.at !== 'waiting';
afterEach(() => room.gate.close());

describe('SittingGate', () => {
  it('opens from a cold start with no network when seat, paper and key are on this PC', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { keyHere: true, online: false });
    expect(await room.reach(settled)).toMatchObject({ at: 'open', content: entryPaper });
    expect(room.calls).toEqual(['begin']);
  });

  it('takes seat, paper and key over the network where they are missing', async () => {
    room = new ExamEntryRig();
    expect((await room.reach(settled)).at).toBe('open');
    expect(room.calls).toEqual(['enter', 'getPackage', 'release', 'begin']);
  });

  it('says what is missing when this PC was never prepared and there is no network', async () => {
    room = new ExamEntryRig();
    room.online = false;
    expect(await room.reach(settled)).toEqual({ at: 'missing' });
  });

  it('SY20: takes the seat again where the sitting lies under another credential', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { owner: false, keyHere: true });
    expect((await room.reach(settled)).at).toBe('open');
    expect(room.calls).toEqual(['enter', 'begin']);
  });

  it('SY15: asks before it moves the exam here', async () => {
    room = new ExamEntryRig();
    Object.assign(room, { seatElsewhere: true, keyHere: true });
    expect(await room.reach(settled)).toEqual({ at: 'elsewhere', other: null });
    expect(await room.reach(settled, true)).toMatchObject({ at: 'open', row: { epoch: 2 } });
  });

  it('waits for the start, then for the key: a refusal and a dead network are tried again', async () => {
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -3_000;
    room.releases = [new EntryRefusal('refused', '还没到时间'), new EntryRefusal('network')];
    const seen: string[] = [];
    room.gate.subscribe(() => {
      const state = room.gate.state();
      if (state.at === 'waiting') seen.push(state.for);
    });
    room.onSleep = () => {
      room.elapsedMs += 1_000;
    };
    expect((await room.reach(settled)).at).toBe('open');
    expect([...new Set(seen)]).toEqual(['start', 'key', 'network']);
    expect(room.calls).toEqual(['release', 'release', 'release', 'begin']);
  });

  it('SY18: opens by the code of the room while the network is down', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T' });
    let tries = 0;
    room.onSleep = () => {
      tries += 1;
      if (tries === 2) void room.gate.useCode('7K3M-00QX-ZB9T');
    };
    expect((await room.reach(settled)).at).toBe('open');
  });

  it('SY18: a code typed before the start is said to be right, and the paper opens at the start', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T', elapsedMs: -20_000 });
    const taken: number[] = [];
    room.gate.subscribe(() => {
      const state = room.gate.state();
      if (state.at === 'waiting' && state.codeTaken) taken.push(room.elapsedMs);
    });
    let used = false;
    room.onSleep = () => {
      room.elapsedMs += 1_000;
      if (!used) void room.gate.useCode('7k3m 00qx zb9t'.toUpperCase().replaceAll(' ', '-'));
      used = true;
    };
    expect((await room.reach(settled)).at).toBe('open');
    expect(taken[0]).toBeLessThan(-10_000);
    expect(room.elapsedMs).toBeGreaterThanOrEqual(0);
  });

  it('SY18: who has the code goes by what the invigilator announces, where nothing confirms the clock of the PC', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T', elapsedMs: -9 * 60 * entryMinuteMs });
    let slept = 0;
    room.onSleep = () => {
      slept += 1;
      if (slept === 1) room.gate.startAnnounced();
      if (slept === 3) void room.gate.useCode('7K3M-00QX-ZB9T');
      if (slept === 6) expect(room.gate.state().at).toBe('waiting');
      if (slept === 8) room.gate.startAnnounced();
      if (slept === 20) room.clockUnconfirmed = true;
    };
    expect((await room.reach(settled)).at).toBe('open');
    // A clock that the server has confirmed is believed, even against an announced start.
    expect(slept).toBeGreaterThanOrEqual(20);
  });

  it('SY18: wrong codes cost longer and longer waits, and nothing that is no code costs any', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { online: false, code: '7K3M-00QX-ZB9T' });
    await room.reach((state) => state.at === 'waiting');
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

  it('sends a person whose session ended to sign in, on every page', async () => {
    room = new ExamEntryRig().prepared();
    room.releases = [new EntryRefusal('signIn')];
    expect(await room.reach(settled)).toMatchObject({ at: 'refused', why: 'signIn' });
  });

  it('SY22: forbids a late entry, but not to who has begun, here or elsewhere', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { elapsedMs: 16 * entryMinuteMs, keyHere: true });
    expect(await room.reach(settled)).toMatchObject({ at: 'refused', why: 'entryClosed' });
    room.freshStatus = 0;
    expect((await room.reach(settled)).at).toBe('open');
    Object.assign(room, { freshStatus: -1, begun: true, online: false });
    expect((await room.reach(settled)).at).toBe('open');
    Object.assign(room, { begun: false, elapsedMs: 61 * entryMinuteMs });
    expect(await room.reach(settled)).toMatchObject({ at: 'refused', why: 'over' });
  });

  it('SY21: a clock that only claims keeps nobody out', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { elapsedMs: 89 * entryMinuteMs, sureMs: 14 * entryMinuteMs, keyHere: true, online: false });
    expect((await room.reach(settled)).at).toBe('open');
  });

  it('shows a hand-in even where the key is not here any more', async () => {
    room = new ExamEntryRig().prepared();
    room.seated = { ...room.seated, handIn: { streamId: 's', seq: 9 } } as SittingRow;
    Object.assign(room, { online: false, elapsedMs: 90 * entryMinuteMs });
    expect(await room.reach(settled)).toMatchObject({ at: 'open', content: null });
  });

  it('shows a waiting examinee that the exam was withdrawn, and stops asking once the start is near', async () => {
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -90_000;
    room.fresh = { status: 0, withdrawn: { ms: -1, reason: '停电' } };
    expect(await room.reach(settled)).toEqual({ at: 'refused', why: 'withdrawn', reason: '停电' });
    expect(room.calls).toEqual(['myList']);
    room.gate.close();
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -29_000;
    room.releases = [new EntryRefusal('withdrawn', '停电')];
    room.onSleep = () => {
      room.elapsedMs += 1_000;
    };
    expect(await room.reach(settled)).toEqual({ at: 'refused', why: 'withdrawn', reason: '停电' });
    expect(room.calls).toEqual(['release']);
  });

  it('asks every minute whether the exam still takes place, and goes on where nobody answers', async () => {
    room = new ExamEntryRig().prepared();
    Object.assign(room, { elapsedMs: -151_000, online: false });
    room.onSleep = () => {
      room.elapsedMs += 1_000;
      if (room.elapsedMs === -1_000) room.online = true;
    };
    expect((await room.reach(settled)).at).toBe('open');
    expect(room.calls).toEqual(['myList', 'myList', 'myList', 'release', 'begin']);
  });

  it('stops when it is closed', async () => {
    room = new ExamEntryRig().prepared();
    room.elapsedMs = -10 * entryMinuteMs;
    await room.reach((state) => state.at === 'waiting');
    room.gate.close();
    const before = room.sleeps;
    await new Promise((resolve) => setImmediate(resolve));
    expect(room.sleeps - before).toBeLessThan(2);
    expect(room.gate.state()).toEqual({ at: 'loading' });
  });
});
