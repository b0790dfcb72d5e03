import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readDraft } from '../../lib/draft/draft.ts';
import { CallFailure, type CallOptions } from '../api/call.ts';
import { createUnansweredSaves } from './use-save.ts';
import type { RowVersionKey } from '../../../sync/contract/scalars.ts';

const disk = new Map<string, string>();
const storage = {
  getItem: (key: string) => disk.get(key) ?? null,
  setItem: (key: string, value: string) => disk.set(key, value),
  removeItem: (key: string) => disk.delete(key),
};
vi.stubGlobal('localStorage', storage);
vi.stubGlobal('sessionStorage', storage);

interface Note {
  readonly name: string;
}
const lost = new CallFailure(0, 'no network');
const stale = new CallFailure(1006, 'changed meanwhile');

/** Simulates a server that executes each idempotency key once. `fate` makes answers get lost or requests never arrive. */
function server() {
  const things = new Map<number, { name: string; version: number }>();
  const answers = new Map<string, RowVersionKey>();
  const fate: ('answerLost' | 'neverArrived')[] = [];
  const once = async ({ requestKey = '' }: CallOptions, work: () => RowVersionKey): Promise<RowVersionKey> => {
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
      modify: ({ id, version, name }: Note & RowVersionKey, options: CallOptions) =>
        once(options, () => {
          if (things.get(id)?.version !== version) throw stale;
          things.set(id, { name, version: version + 1 });
          return { id, version: version + 1 };
        }),
    },
  };
}

describe('unanswered saves of a form', () => {
  let far: ReturnType<typeof server>;
  /** Creates the object that makes saves again, as a page reload does. The unanswered request stored on the disk survives. */
  const saves = () => createUnansweredSaves<Note>('somebody.note.new', far.calls);
  beforeEach(() => {
    disk.clear();
    far = server();
  });

  it.each(['answerLost', 'neverArrived'] as const)(
    'create one row however often the form is saved (%s), also after a reload',
    async (fate) => {
      far.fate.push(fate, fate);
      await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
      await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
      expect(await saves().save({ name: '甲' }, null)).toEqual({ id: 1, version: 1 });
      expect([...far.things.values()]).toEqual([{ name: '甲', version: 1 }]);
    },
  );

  it.each(['answerLost', 'neverArrived'] as const)('still create one row if the form changed meanwhile (%s)', async (fate) => {
    far.fate.push(fate);
    await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
    expect(await saves().save({ name: '乙' }, null)).toEqual({ id: 1, version: 2 });
    expect([...far.things.values()]).toEqual([{ name: '乙', version: 2 }]);
  });

  it('add a row that cannot be changed once, and a corrected value as another row', async () => {
    const adding = () => createUnansweredSaves<Note>('somebody.note.new', { ...far.calls, modify: null });
    far.fate.push('answerLost');
    await expect(adding().save({ name: '甲' }, null)).rejects.toBe(lost);
    expect(await adding().save({ name: '甲' }, null)).toEqual({ id: 1, version: 1 });
    far.fate.push('neverArrived');
    await expect(adding().save({ name: '乙' }, null)).rejects.toBe(lost);
    await adding().save({ name: '丙' }, null);
    expect([...far.things.values()].map(({ name }) => name)).toEqual(['甲', '丙']);
  });

  it('report no conflict with the form’s own change whose answer was lost', async () => {
    const made = await saves().save({ name: '甲' }, null);
    far.fate.push('answerLost');
    await expect(saves().save({ name: '乙' }, made)).rejects.toBe(lost);
    expect(await saves().save({ name: '丙' }, made)).toEqual({ id: 1, version: 3 });
    expect(far.things.get(1)?.name).toBe('丙');
  });

  it('end with an answer or a refusal: the next save is a request of its own', async () => {
    await saves().save({ name: '甲' }, null);
    await saves().save({ name: '甲' }, null);
    expect(far.things.size).toBe(2);
    await expect(saves().save({ name: '乙' }, { id: 1, version: 7 })).rejects.toBe(stale);
    expect(await saves().save({ name: '乙' }, { id: 1, version: 1 })).toEqual({ id: 1, version: 2 });
  });

  it('are dropped when the user discards the form', async () => {
    far.fate.push('neverArrived');
    await expect(saves().save({ name: '甲' }, null)).rejects.toBe(lost);
    saves().forget();
    await saves().save({ name: '乙' }, null);
    expect([...far.things.values()].map(({ name }) => name)).toEqual(['乙']);
  });

  it('update the row just created while the form stays open, and add another row once it is forgotten', async () => {
    const going = () => createUnansweredSaves<Note>('somebody.note.new', far.calls, { staysOpen: true });
    const newNote = await going().save({ name: '甲' }, null);
    expect(going().explains(newNote.version)).toBe(true);
    // The save of '乙' is refused. The save of '丙' still changes the row that the first save added.
    far.things.set(newNote.id, { name: '甲', version: 7 });
    await expect(going().save({ name: '乙' }, null)).rejects.toBe(stale);
    far.things.set(newNote.id, { name: '甲', version: newNote.version });
    expect(await going().save({ name: '丙' }, null)).toEqual({ id: 1, version: 2 });
    going().forget();
    expect(going().isBlank()).toBe(true);
    expect(await going().save({ name: '丁' }, null)).toEqual({ id: 2, version: 1 });
  });

  it('end with the latest values if the form is saved again while the first request is under way', async () => {
    const gate = Promise.withResolvers<void>();
    let isFirstCall = true;
    const slow = createUnansweredSaves<Note>('somebody.note.new', {
      ...far.calls,
      add: async (draft, options) => {
        const isFirst = isFirstCall;
        isFirstCall = false;
        const answer = await far.calls.add(draft, options);
        if (isFirst) await gate.promise;
        return answer;
      },
    });
    const first = slow.save({ name: '甲' }, null);
    const second = slow.save({ name: '乙' }, null);
    expect(await second).toEqual({ id: 1, version: 2 });
    far.fate.push('answerLost');
    await expect(slow.save({ name: '丙' }, { id: 1, version: 2 })).rejects.toBe(lost);
    // The first save's answer arrives only now, while the save of '丙' has no answer yet.
    gate.resolve();
    await first;
    expect(await slow.save({ name: '丁' }, { id: 1, version: 2 })).toEqual({ id: 1, version: 4 });
    expect([...far.things.values()]).toEqual([{ name: '丁', version: 4 }]);
  });

  it('are remembered only by the page while the disk is full', async () => {
    const full = {
      ...storage,
      setItem: () => {
        throw new Error('full');
      },
    };
    vi.stubGlobal('localStorage', full);
    const page = saves();
    far.fate.push('answerLost');
    await expect(page.save({ name: '甲' }, null)).rejects.toBe(lost);
    expect(await page.save({ name: '乙' }, null)).toEqual({ id: 1, version: 2 });
    vi.stubGlobal('localStorage', storage);
  });
});

describe('secret fields of a form', () => {
  interface Person extends Note {
    readonly phone: string;
  }
  let far: ReturnType<typeof server>;
  const saves = () => createUnansweredSaves<Person>('somebody.person.new', far.calls, { secret: ['phone'] });
  beforeEach(() => {
    disk.clear();
    far = server();
  });

  it('are never written to disk', async () => {
    far.fate.push('neverArrived');
    await expect(saves().save({ name: 'Li', phone: '13800001111' }, null)).rejects.toBe(lost);
    const written = JSON.stringify(readDraft('somebody.person.new'));
    expect(written).toContain('Li');
    expect(written).not.toContain('13800001111');
  });

  it('are typed again after a reload, and the form is still saved once', async () => {
    far.fate.push('answerLost');
    await expect(saves().save({ name: 'Li', phone: '13800001111' }, null)).rejects.toBe(lost);
    expect(await saves().save({ name: 'Li', phone: '13800001111' }, null)).toEqual({ id: 1, version: 1 });
    expect(far.things.size).toBe(1);
  });

  it('are sent unchanged while the page is open, and later typing updates the same row', async () => {
    const page = saves();
    far.fate.push('answerLost');
    await expect(page.save({ name: 'Li', phone: '13800001111' }, null)).rejects.toBe(lost);
    expect(await page.save({ name: 'Li Hua', phone: '13800001111' }, null)).toEqual({ id: 1, version: 2 });
    expect(far.things.get(1)).toMatchObject({ name: 'Li Hua', version: 2 });
  });
});
