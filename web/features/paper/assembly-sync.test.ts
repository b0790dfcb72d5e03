import fc from 'fast-check';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { apiErrors } from '../../../sync/contract/errors.ts';
import { isSameJson } from '../../lib/draft/draft.ts';
import { CallFailure } from '../../platform/api/call.ts';
import { createChangeOnlyCalls, createUnansweredSaves } from '../../platform/forms/use-save.ts';
import { AssemblySync, type AssemblyContent, type AssemblyPaper } from './assembly-sync.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

const storedValues = new Map<string, string>();
const storage = {
  getItem: (key: string) => storedValues.get(key) ?? null,
  setItem: (key: string, value: string) => storedValues.set(key, value),
  removeItem: (key: string) => storedValues.delete(key),
};
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('sessionStorage', storage);
beforeEach(() => storedValues.clear());

const content = (...ids: number[]): AssemblyContent => ({
  variants: [{ sections: [ids.map((id) => ({ id, locked: false }))] }],
  blueprint: null,
});
const idsIn = ({ variants }: AssemblyContent) => variants[0]?.sections[0]?.map((entry) => entry.id);
const with_ = (id: number) => (from: AssemblyContent) => content(...(idsIn(from) ?? []), id);

type SaveReply = 'ok' | 'requestLost' | 'replyLost';

/** Version that each accepted save gave the paper, by the idempotency key of the save. The fake server keeps it when a tab is closed. */
const answered = new Map<string, number>();

/** Builds a fake server with one paper. It applies each idempotency key once, and its requests and replies may be lost. */
function setUp(draft: AssemblyPaper | null = null, paper: AssemblyPaper = { ...content(), version: 1 }) {
  const wire = {
    paper,
    disk: draft,
    diskFull: false,
    reply: 'ok' as SaveReply,
    /** While set, every refresh waits for this promise. */
    held: null as Promise<void> | null,
    sent: [] as number[],
  };
  const saves = createUnansweredSaves(
    'somebody.paper.unanswered',
    createChangeOnlyCalls(async ({ id, version, ...mine }: AssemblyContent & RowVersionKey, { requestKey = '' }) => {
      await Promise.resolve();
      const { reply } = wire;
      if (reply === 'requestLost') throw new CallFailure(0, 'network');
      wire.sent.push(version);
      const before = answered.get(requestKey);
      const isStale = before === undefined && version !== wire.paper.version;
      if (before === undefined && !isStale) {
        wire.paper = { ...mine, version: wire.paper.version + 1 };
        answered.set(requestKey, wire.paper.version);
      }
      if (reply === 'replyLost') throw new CallFailure(0, 'network');
      if (isStale) throw new CallFailure(apiErrors.conflict.code, 'stale');
      return { id, version: answered.get(requestKey) ?? 0 };
    }),
  );
  const sync: AssemblySync = new AssemblySync(wire.paper, wire.disk, {
    save: async ({ version, ...mine }) => (await saves.save(mine, { id: 1, version })).version,
    forget: saves.forget,
    read: async () => {
      if (wire.reply !== 'ok') throw new CallFailure(0, 'network');
      return wire.paper;
    },
    storeDraft: (kept) => {
      if (wire.diskFull && kept !== null) return false;
      wire.disk = kept;
      return true;
    },
    refresh: async () => {
      await wire.held;
      if (wire.reply === 'ok') sync.receive(wire.paper);
    },
  });
  return { sync, wire };
}

describe('AssemblySync', () => {
  it('sends a change that follows at once with the version of the first save', async () => {
    const { sync, wire } = setUp();
    let release = () => {};
    wire.held = new Promise((go) => (release = go));
    sync.change(with_(1));
    void sync.send();
    await expect.poll(() => wire.paper.version).toBe(2);
    // The first change is saved, but the page has not reread the paper.
    sync.change(with_(2));
    release();
    expect(await sync.settle()).toBe(3);
    expect(idsIn(wire.paper)).toEqual([1, 2]);
    expect(sync.view()).toMatchObject({ state: 'saved', failure: null });
    expect(wire.disk).toBeNull();
  });

  it('recognises its own change after a lost answer and a further change', async () => {
    const { sync, wire } = setUp();
    wire.reply = 'replyLost';
    sync.change(with_(1));
    expect(await sync.settle()).toBeNull();
    expect(sync.view().state).toBe('kept');
    sync.change(with_(2));
    wire.reply = 'ok';
    expect(await sync.settle()).toBe(3);
    expect(idsIn(wire.paper)).toEqual([1, 2]);
  });

  it('recognises its own change after a lost answer and a closed tab', async () => {
    const { sync, wire } = setUp();
    wire.reply = 'replyLost';
    sync.change(with_(1));
    await sync.settle();
    sync.change(with_(2));
    const reopened = setUp(wire.disk, wire.paper);
    expect(await reopened.sync.settle()).toBe(3);
    expect(idsIn(reopened.wire.paper)).toEqual([1, 2]);
  });

  it('reports no conflict with its own change if the tab was closed after the first of two saves', async () => {
    const { sync, wire } = setUp();
    sync.change(with_(1));
    const first = sync.send();
    sync.change(with_(2));
    while (wire.paper.version === 1) await Promise.resolve();
    wire.reply = 'requestLost';
    await first;
    expect(wire.disk?.version).toBe(2);
    const reopened = setUp(wire.disk, wire.paper);
    expect(await reopened.sync.settle()).toBe(3);
  });

  it('overwrites another person’s change only when the user chooses so', async () => {
    const { sync, wire } = setUp();
    wire.paper = { ...content(9), version: 2 };
    sync.change(with_(1));
    expect(await sync.settle()).toBeNull();
    expect(sync.view()).toMatchObject({ state: 'refused', failure: { code: apiErrors.conflict.code } });
    // Another change stays on this PC and is not sent, because the server would refuse it.
    sync.change(with_(2));
    expect(await sync.settle()).toBeNull();
    expect(wire.sent).toHaveLength(1);
    expect(idsIn(wire.paper)).toEqual([9]);
    expect(wire.disk && idsIn(wire.disk)).toEqual([1, 2]);
    await sync.overwrite();
    expect(idsIn(wire.paper)).toEqual([1, 2]);
    expect(sync.view().state).toBe('saved');
  });

  it('takes the other person’s change when the user discards their own', async () => {
    const { sync, wire } = setUp();
    wire.paper = { ...content(9), version: 2 };
    sync.change(with_(1));
    await sync.settle();
    await sync.discard();
    expect(idsIn(sync.view().content)).toEqual([9]);
    expect(wire.disk).toBeNull();
    sync.change(with_(3));
    expect(await sync.settle()).toBe(3);
    expect(idsIn(wire.paper)).toEqual([9, 3]);
  });

  it('keeps the user’s change if the other person’s change cannot be loaded', async () => {
    const { sync, wire } = setUp();
    wire.paper = { ...content(9), version: 2 };
    sync.change(with_(1));
    await sync.settle();
    wire.reply = 'requestLost';
    await sync.discard();
    expect(sync.view().state).toBe('refused');
    expect(wire.disk && idsIn(wire.disk)).toEqual([1]);
  });

  it('stores nothing of the paper on the disk but the edited content', () => {
    const { sync, wire } = setUp(null, { ...content(), version: 1, otherQuestions: ['with their keys'] } as AssemblyPaper);
    sync.change(with_(1));
    expect(Object.keys(wire.disk ?? {}).toSorted()).toEqual(['blueprint', 'variants', 'version']);
  });

  it('reports that the disk is full, until the server has the change', async () => {
    const { sync, wire } = setUp();
    wire.diskFull = true;
    wire.reply = 'requestLost';
    sync.change(with_(1));
    expect(sync.view().state).toBe('unkept');
    await sync.settle();
    expect(sync.view().state).toBe('unkept');
    wire.reply = 'ok';
    expect(await sync.settle()).toBe(2);
    expect(sync.view().state).toBe('saved');
  });

  it('stores each change once in the end, after any lost answers and closed tabs', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('put' as const) }),
      fc.record({ do: fc.constant('fate' as const), reply: fc.constantFrom<SaveReply>('ok', 'requestLost', 'replyLost') }),
      fc.record({ do: fc.constantFrom('send' as const, 'turn' as const, 'settle' as const, 'reopen' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        storedValues.clear();
        let { sync, wire } = setUp();
        let put = 0;
        for (const one of steps) {
          if (one.do === 'put') sync.change(with_(++put));
          else if (one.do === 'fate') wire.reply = one.reply;
          else if (one.do === 'send') void sync.send();
          else if (one.do === 'turn') await Promise.resolve();
          else if (one.do === 'settle') await sync.settle();
          else {
            // A request from the closed tab may still arrive before the next tab asks.
            const { reply } = wire;
            await sync.settle();
            ({ sync, wire } = setUp(wire.disk, wire.paper));
            wire.reply = reply;
          }
          expect(sync.view().state).not.toBe('refused');
          // Everything that is not on the server is on the disk.
          const newest = wire.disk ?? wire.paper;
          expect(isSameJson(newest.variants, sync.view().content.variants)).toBe(true);
        }
        wire.reply = 'ok';
        await sync.settle();
        expect(await sync.settle()).toBe(wire.paper.version);
        expect(idsIn(wire.paper)).toEqual(Array.from({ length: put }, (_, at) => at + 1));
      }),
      { numRuns: 500 },
    );
  });
});
