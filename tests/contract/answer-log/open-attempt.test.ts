import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { AttemptSession } from '../../../sync/engine/client/attempt-session.ts';
import { openAttempt } from '../../../sync/engine/client/open-attempt.ts';
import { type TabMessage, StorageFault, type StreamCipher, type Vault } from '../../../sync/engine/ports.ts';
import { createMemoryClientStore, createEmptyDisk } from '../../../sync/engine/store/memory-client-store.ts';
import { storedAttemptId, createNews, createSittingRow } from '../fixtures/client-store-rows.ts';
import { failOnFault } from '../../fixtures/engine/fail-on-fault.ts';

const grantId = '00000000-0000-4000-8000-0000000000aa';
const hashOf = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** Returns a vault without encryption, because these tests do not cover sealing. `owner`: the only user who can open its streams. */
const plainVault = (owner: string): Vault => {
  const cipher: StreamCipher = {
    genesis: hashOf('genesis'),
    seal: async (prevHash, header, payload) => {
      const sealed = Buffer.from(JSON.stringify(payload)).toString('base64url');
      return { sealed, hash: hashOf(prevHash + header.seq + sealed) };
    },
    open: async (_header, sealed) => JSON.parse(Buffer.from(sealed, 'base64url').toString()) as unknown,
  };
  return {
    openStream: async () => ({ cipher, wrappedForServer: 's', wrappedForSelf: owner }),
    reopenStream: async (stream) => (stream.wrappedForSelf === owner ? cipher : undefined),
  };
};

/** Simulates one PC: a disk that can refuse or delay writes, and the messages that its tabs exchange. */
class Pc {
  readonly disk = createEmptyDisk();
  refuses: StorageFault | undefined;
  held: Promise<void> = Promise.resolve();
  readonly #listeners = new Set<(note: TabMessage) => void>();
  readonly #said: TabMessage[] = [];
  #documents = 0;
  #monoMs = 0;

  constructor() {
    this.disk.sittings.set(storedAttemptId, createSittingRow());
  }

  readonly store = createMemoryClientStore(
    () => this.disk,
    async (kind, work) => {
      if (kind === 'write') await this.held;
      if (kind === 'write' && this.refuses) throw this.refuses;
      return work();
    },
  );

  open(owner = 'me'): Promise<AttemptSession> {
    this.#documents += 1;
    return openAttempt({
      attemptId: storedAttemptId,
      documentId: `00000000-0000-4000-8000-00000000000${this.#documents}`,
      store: this.store,
      vault: plainVault(owner),
      clock: { wallMs: () => 1_790_000_000_000, monoMs: () => (this.#monoMs += 1) },
      // The session's timer never fires, so everything expected here must happen without it.
      timers: { sleep: (_ms, signal) => new Promise((done) => signal.addEventListener('abort', () => done())) },
      chance: { uuid: () => crypto.randomUUID(), random: () => 0.5 },
      digest: async (text) => hashOf(text),
      onFault: failOnFault,
      peers: {
        announce: (note) => {
          this.#said.push(note);
          queueMicrotask(() => this.#listeners.forEach((listener) => listener(note)));
        },
        onAnnounced: (listener) => (this.#listeners.add(listener), () => this.#listeners.delete(listener)),
      },
    });
  }

  said = (kind: TabMessage['kind']): TabMessage[] => this.#said.filter((note) => note.kind === kind);

  /** Delivers a message as if it came from another tab. */
  hear(note: TabMessage): void {
    for (const listener of this.#listeners) listener(note);
  }

  /** Lists the types of all ops on the disk, in the order of their streams. */
  ops = (): string[] => [...this.disk.ops.values()].flat().map((op) => op.type);
}

/** Resolves as soon as `wanted` returns true, at once or after a later change of the session. */
const until = (session: AttemptSession, wanted: () => boolean): Promise<void> =>
  new Promise((done) => {
    if (wanted()) return done();
    const stop = session.subscribe(() => {
      if (!wanted()) return;
      stop();
      done();
    });
  });

describe('openAttempt', () => {
  test('SY8: opening an archived attempt asks for its news; opening a live one does not', async () => {
    const pc = new Pc();
    await pc.open();
    expect(pc.said('watched')).toEqual([]);
    pc.disk.sittings.set(storedAttemptId, createSittingRow({ archivedMs: 5 }));
    await pc.open();
    expect(pc.said('watched')).toEqual([{ kind: 'watched', attemptId: storedAttemptId }]);
  });

  test('SY24: a hand-in resubmits possibly early ops once the PC knows of the start, and not before', async () => {
    const startMs = 5_000_000;
    const handedIn = async (heard: boolean) => {
      const pc = new Pc();
      const session = await pc.open();
      await session.setAnswer('1', ['a']);
      await session.setAnswer('1', ['b']);
      const [streamId = ''] = pc.disk.streams.keys();
      // The news contain a verdict for the op with seq 2 only. The op after it may have been received before the start as well.
      const early = { streamId, fromSeq: 2, toSeq: 2, verdict: 'recordedNotCounted' as const, reason: 'early' };
      await pc.store.noteNews(storedAttemptId, createNews(3, { earlyUntilMs: startMs, verdicts: [early] }), 'e1');
      if (heard) pc.hear({ kind: 'heard', attemptId: storedAttemptId, serverNow: startMs });
      pc.hear({ kind: 'changed', attemptId: storedAttemptId });
      await until(session, () => (session.view().news?.earlyUntilMs ?? 0) > 0);
      await session.handIn('examinee', 5);
      session.close();
      const last = [...pc.disk.ops.values()].flat().at(-1);
      const payload = JSON.parse(Buffer.from(last?.sealed ?? '', 'base64url').toString()) as { earlyUntilMs: number };
      return { types: pc.ops().slice(3), claims: payload.earlyUntilMs };
    };
    expect(await handedIn(false)).toEqual({ types: ['attempt.handIn@2'], claims: 0 });
    expect(await handedIn(true)).toEqual({ types: ['answer.set@1', 'attempt.handIn@2'], claims: startMs });
  });

  test('SY24: early ops are resubmitted once, when the server’s time has reached the start', async () => {
    const pc = new Pc();
    const session = await pc.open();
    await session.setAnswer('1', ['a']);
    await session.setAnswer('1', ['b']);
    await session.setFlag('2', true);
    await session.handIn('examinee', 5);
    const [streamId = ''] = pc.disk.streams.keys();
    const startMs = 5_000_000;
    const early = { streamId, fromSeq: 2, toSeq: 5, verdict: 'recordedNotCounted' as const, reason: 'early' };
    await pc.store.noteNews(storedAttemptId, createNews(3, { earlyUntilMs: startMs, verdicts: [early] }), 'e1');
    pc.hear({ kind: 'heard', attemptId: storedAttemptId, serverNow: startMs - 60_000 });
    pc.hear({ kind: 'changed', attemptId: storedAttemptId });
    await until(session, () => session.view().earlyOps !== null);
    expect(session.view()).toMatchObject({ earlyOps: { startMs }, phase: 'handedIn' });
    expect(pc.ops()).toHaveLength(5);

    pc.hear({ kind: 'heard', attemptId: storedAttemptId, serverNow: startMs });
    await until(session, () => session.view().earlyOps === null);
    pc.hear({ kind: 'heard', attemptId: storedAttemptId, serverNow: startMs + 9_000 });
    pc.hear({ kind: 'changed', attemptId: storedAttemptId });
    await session.setAnswer('9', ['x']);
    expect(pc.ops().slice(5)).toEqual(['answer.set@1', 'flag.set@1', 'attempt.handIn@2']);
    expect(pc.disk.sittings.get(storedAttemptId)?.handIn).toMatchObject({ streamId, seq: 8 });
    expect(session.view().answers.get('1')).toEqual(['b']);
  });

  test('SY3: an answer is reported as saved only when it is on the disk', async () => {
    const pc = new Pc();
    const session = await pc.open();
    const { savedAtMs, localCount } = session.view().saveStatus;
    let letGo = (): void => undefined;
    pc.held = new Promise((go) => {
      letGo = go;
    });
    const result = session.setAnswer('1', ['a']);
    await until(session, () => session.view().saveStatus.saving);
    expect(session.view().saveStatus).toMatchObject({ savedAtMs, localCount, saving: true });
    letGo();
    expect(await result).toBe('saved');
    expect(session.view().saveStatus).toMatchObject({
      savedAtMs: 1_790_000_000_000,
      localCount: localCount + 1,
      received: 0,
      saving: false,
      failure: null,
    });
    expect(pc.ops()).toEqual(['attempt.enter@1', 'answer.set@1']);
  });

  test.each(['quota', 'storage'] as const)('a disk fault (%s) is reported, and the next attempt to save succeeds', async (kind) => {
    const pc = new Pc();
    const session = await pc.open();
    pc.refuses = new StorageFault(kind, 'full');
    expect(await session.setAnswer('1', ['a'])).toBe('failed');
    expect(session.view().saveStatus).toMatchObject({ failure: kind, localCount: 1, saving: false });
    expect(session.view().answers.get('1')).toBeUndefined();
    pc.refuses = undefined;
    expect(await session.setAnswer('1', ['b'])).toBe('saved');
    expect(session.view().saveStatus.failure).toBeNull();
    expect(session.view().answers.get('1')).toEqual(['b']);
  });

  test('values typed faster than the disk writes are joined to the newest one, and all are reported as saved', async () => {
    const pc = new Pc();
    const session = await pc.open();
    const typed = ['x', 'xy', 'xyz', 'xyz!'].map((text) => session.setAnswer('3', [text]));
    const other = session.setFlag('3', true);
    expect(await Promise.all([...typed, other])).toEqual(['saved', 'saved', 'saved', 'saved', 'saved']);
    expect(session.view().answers.get('3')).toEqual(['xyz!']);
    expect(session.view().flags.has('3')).toBe(true);
    expect(pc.ops().filter((type) => type === 'answer.set@1').length).toBeLessThan(4);
  });

  test('SY14: a hand-in is written after all answers entered before it, and closes the attempt', async () => {
    const pc = new Pc();
    const session = await pc.open();
    const answer = session.setAnswer('1', ['a']);
    expect(await session.handIn('examinee', 1_000.4)).toBe('saved');
    expect(await answer).toBe('saved');
    expect(pc.ops()).toEqual(['attempt.enter@1', 'answer.set@1', 'attempt.handIn@2']);
    expect(session.view().phase).toBe('handedIn');
    expect(await session.setAnswer('1', ['b'])).toBe('closed');
    expect(await session.handIn('timeout', 2_000)).toBe('closed');
    expect(session.view().answers.get('1')).toEqual(['a']);
  });

  test('SY15: a typed extension code counts once across tabs, and not in addition to the server’s own extension', async () => {
    const pc = new Pc();
    const [one, two] = [await pc.open(), await pc.open()];
    const before = one.view().extensionMs;
    expect(await one.applyExtensionCode(grantId, 600_000)).toBe('saved');
    expect(await one.applyExtensionCode(grantId, 600_000)).toBe('known');
    await until(two, () => two.view().extensionMs === before + 600_000);
    expect(await two.applyExtensionCode(grantId, 600_000)).toBe('known');
    expect(pc.ops().filter((type) => type === 'time.granted@1')).toHaveLength(1);
    pc.disk.sittings.set(storedAttemptId, { ...createSittingRow(), news: createNews(9, { extensionMs: 600_000, incidents: [grantId] }) });
    pc.hear({ kind: 'changed', attemptId: storedAttemptId });
    await until(one, () => one.view().news?.version === 9);
    expect(one.view().extensionMs).toBe(600_000);
    // This PC was restored from an image, so it knows of the grant of extra time only from the news.
    const other = new Pc();
    other.disk.sittings.set(storedAttemptId, {
      ...createSittingRow(),
      news: createNews(9, { extensionMs: 600_000, incidents: [grantId] }),
    });
    expect(await (await other.open()).applyExtensionCode(grantId, 600_000)).toBe('known');
  });

  test('a play counts when it begins: after a reload, in another tab, and on the next PC through the news', async () => {
    const file = '7/3fa9c1d2';
    const pc = new Pc();
    const [one, two] = [await pc.open(), await pc.open()];
    expect(await one.recordPlay(file, 2)).toBe('saved');
    one.close();
    const again = await pc.open();
    expect(again.countPlays(file)).toBe(1);
    // Both tabs start the recording at the same time, but the examinee may play it only one more time. A single op records this start.
    const [first, second] = [await again.recordPlay(file, 2), await two.recordPlay(file, 2)];
    expect([first, second]).toEqual(['saved', 'known']);
    expect(again.countPlays('8/3fa9c1d2')).toBe(0);
    expect(pc.ops().filter((type) => type === 'media.play@1')).toHaveLength(2);

    const [mine] = pc.disk.streams.keys();
    pc.disk.sittings.set(storedAttemptId, { ...createSittingRow(), news: createNews(9, { plays: { [file]: [`${mine}:2`] } }) });
    pc.hear({ kind: 'changed', attemptId: storedAttemptId });
    await until(again, () => again.view().news?.version === 9);
    // The server's news also contain one of the two recorded starts. It is not counted twice.
    expect(again.countPlays(file)).toBe(2);

    const spare = new Pc();
    spare.disk.sittings.set(storedAttemptId, { ...createSittingRow(), news: createNews(9, { plays: { [file]: [`${mine}:2`] } }) });
    const there = await spare.open();
    expect(there.countPlays(file)).toBe(1);
    expect(await there.recordPlay(file, 2)).toBe('saved');
    expect(await there.recordPlay(file, 2)).toBe('known');
  });

  test('two tabs write into separate streams, and each shows the other’s answers', async () => {
    const pc = new Pc();
    const [one, two] = [await pc.open(), await pc.open()];
    await one.setAnswer('1', ['a']);
    await until(two, () => two.view().answers.get('1')?.[0] === 'a');
    await two.setAnswer('1', ['b']);
    await until(one, () => one.view().answers.get('1')?.[0] === 'b');
    expect(pc.disk.streams.size).toBe(2);
    await one.handIn('examinee', 1);
    await until(two, () => two.view().phase === 'handedIn');
    expect(await two.setAnswer('1', ['c'])).toBe('closed');
  });

  test('SY20: a restarted tab shows the examinee’s answers; with another credential they count as unreadable', async () => {
    const pc = new Pc();
    const first = await pc.open();
    await first.setAnswer('1', ['a']);
    first.close();
    expect((await pc.open()).view()).toMatchObject({ unreadable: 0, answers: new Map([['1', ['a']]]) });
    const stranger = await pc.open('somebody else');
    expect(stranger.view().unreadable).toBe(2);
    expect(stranger.view().answers.size).toBe(0);
    expect(await stranger.setAnswer('2', ['b'])).toBe('saved');
  });

  test('SY15: adopt shows answers that only the server has, and resubmits them from this PC', async () => {
    const pc = new Pc();
    const session = await pc.open();
    await session.setAnswer('2', ['mine']);
    const { lamport } = pc.disk.sittings.get(storedAttemptId) ?? { lamport: 0 };
    session.adoptServerAnswers({
      answers: [
        { itemId: '1', value: ['a'] },
        { itemId: '2', value: ['old'] },
      ],
      flags: ['1'],
      lamport: lamport - 1,
    });
    expect(session.view().answers).toEqual(
      new Map([
        ['1', ['a']],
        ['2', ['mine']],
      ]),
    );
    await until(session, () => pc.ops().filter((type) => type === 'answer.set@1').length === 2);
    session.close();
    expect((await pc.open()).view().answers.get('1')).toEqual(['a']);
  });

  test('an attempt that moved to another PC takes no more answers; a paused one still does', async () => {
    const pc = new Pc();
    const session = await pc.open();
    pc.disk.sittings.set(storedAttemptId, { ...createSittingRow({ lamport: 9 }), news: createNews(1, { paused: true }) });
    const later = await pc.open();
    expect(later.view().phase).toBe('paused');
    expect(await later.setAnswer('1', ['a'])).toBe('saved');
    pc.disk.sittings.set(storedAttemptId, { ...createSittingRow({ lamport: 20 }), news: createNews(2, { epoch: 2 }) });
    const moved = await pc.open();
    expect(moved.view().phase).toBe('movedAway');
    expect(await moved.setAnswer('1', ['b'])).toBe('closed');
    session.close();
  });

  test('rejects if this PC has no sitting of the attempt', async () => {
    const pc = new Pc();
    pc.disk.sittings.clear();
    await expect(pc.open()).rejects.toThrow();
  });
});
