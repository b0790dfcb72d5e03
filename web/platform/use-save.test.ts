import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CallFailure, type CallOptions } from './call.ts';
import type { Key } from './thing-desk.ts';
import { unansweredSaves } from './use-save.ts';

const kept = new Map<string, string>();
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
};
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('sessionStorage', storage);

interface Note {
  readonly name: string;
}
const lost = new CallFailure(0, 'no network');
const stale = new CallFailure(1006, 'changed meanwhile');

/** A server that does each request key once; answers may get lost on the way, requests may never arrive. */
function server() {
  const things = new Map<number, { name: string; version: number }>();
  const answers = new Map<string, Key>();
  const fate: ('answerLost' | 'neverArrived')[] = [];
  const once = async ({ requestKey = '' }: CallOptions, work: () => Key): Promise<Key> => {
    const now = fate.shift();
    if (now === 'neverArrived') throw lost;
    const answer = answers.get(requestKey) ?? work();
    answers.set(requestKey, answer);
    if (now === 'answerLost') throw lost;
    return answer;
  };
  return {
    things,
    fate,
    calls: {
      add: (draft: Note, options: CallOptions) =>
        once(options, () => {
          const id = things.size + 1;
          things.set(id, { ...draft, version: 1 });
          return { id, version: 1 };
        }),
      modify: ({ id, version, name }: Note & Key, options: CallOptions) =>
        once(options, () => {
          if (things.get(id)?.version !== version) throw stale;
          things.set(id, { name, version: version + 1 });
          return { id, version: version + 1 };
        }),
    },
  };
}

describe('what a form sends until it is answered', () => {
  let far: ReturnType<typeof server>;
  /** Each time anew, as after a reload. */
  const saves = () => unansweredSaves<Note>('somebody.note.new', far.calls);
  beforeEach(() => {
    kept.clear();
    far = server();
  });

  it.each(['answerLost', 'neverArrived'] as const)('makes one thing however often it is saved (%s), also after a reload', async (fate) => {
    far.fate.push(fate, fate);
    await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
    await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
    expect(await saves().save({ name: '甲' }, null)).toEqual({ id: 1, version: 1 });
    expect([...far.things.values()]).toEqual([{ name: '甲', version: 1 }]);
  });

  it.each(['answerLost', 'neverArrived'] as const)('is one thing still where more was written since (%s)', async (fate) => {
    far.fate.push(fate);
    await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
    expect(await saves().save({ name: '乙' }, null)).toEqual({ id: 1, version: 2 });
    expect([...far.things.values()]).toEqual([{ name: '乙', version: 2 }]);
  });

  it('is no change of a stranger’s where its own answer was lost', async () => {
    const made = await saves().save({ name: '甲' }, null);
    far.fate.push('answerLost');
    await expect(saves().save({ name: '乙' }, made)).rejects.toBe(lost);
    expect(await saves().save({ name: '丙' }, made)).toEqual({ id: 1, version: 3 });
    expect(far.things.get(1)?.name).toBe('丙');
  });

  it('is another wish once it is answered, with yes or no', async () => {
    await saves().save({ name: '甲' }, null);
    await saves().save({ name: '甲' }, null);
    expect(far.things.size).toBe(2);
    await expect(saves().save({ name: '乙' }, { id: 1, version: 7 })).rejects.toBe(stale);
    expect(await saves().save({ name: '乙' }, { id: 1, version: 1 })).toEqual({ id: 1, version: 2 });
  });

  it('is let go where the person throws it away', async () => {
    far.fate.push('neverArrived');
    await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
    saves().forget();
    await saves().save({ name: '乙' }, null);
    expect([...far.things.values()].map(({ name }) => name)).toEqual(['乙']);
  });
});
