import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';

import type { CallOutput } from '../../sync/contract/call.ts';
import { exerciseCalls } from '../../sync/contract/exercise.ts';
import type { PracticePaper, PracticeSitting } from '../../sync/contract/practice-own.ts';
import { sittingStanding } from '../../sync/machines/practice-own.ts';
import { dueTimes, wrongBook } from '../../sync/machines/wrong-book.ts';
import { randomBytes } from '../../sync/seal/bytes.ts';
import { vaultFromKey } from '../../sync/seal/vault.ts';
import { DeviceDatabase } from '../../web/platform/database.ts';
import { createPracticeCache, practiceShelf } from '../../web/platform/practice-cache.ts';
import { collectPractice, deliverPractice, type PracticeCalls } from '../../web/platform/practice-sync.ts';
import { type Sitter } from './exam-room.ts';
import { taskRoom } from './task-room.ts';

/** Lost: nothing arrived. Cut: the server did it, and its answer was lost on the way. */
type Net = 'up' | 'lost' | 'cut';

/** A PC of one student with databases of its own, whose clock goes wrong by so much. */
export async function device(student: Sitter, skewMs: number) {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new DeviceDatabase();
  const owner = { userId: student.userId, vault: await vaultFromKey(randomBytes(32)) };
  // Restarted, the page reads what lies on the disk.
  const cache = () => createPracticeCache(practiceShelf(db));
  let net: Net = 'up';
  const told = async <N extends keyof PracticeCalls>(name: N, input: unknown = {}): Promise<CallOutput<(typeof exerciseCalls)[N]>> => {
    if (net === 'lost') throw new TypeError('no network');
    const { code, data } = await student.post(`/exercise/${name}`, input);
    if (net === 'cut') throw new TypeError('cut off');
    if (code !== 0) throw new Error(`${name} answered ${code}`);
    return data as CallOutput<(typeof exerciseCalls)[N]>;
  };
  const calls: PracticeCalls = {
    record: (input) => told('record', input),
    myAnswers: () => told('myAnswers'),
    keepOwn: (input) => told('keepOwn', input),
    myOwn: () => told('myOwn'),
  };
  return {
    owner,
    cache,
    skewMs,
    put: (to: Net) => void (net = to),
    sync: async () => {
      await deliverPractice(cache(), calls, owner);
      await collectPractice(cache(), calls, owner);
    },
    knows: async () => {
      const answers = await cache().answers(owner.userId, owner.vault);
      const own = await cache().own(owner.userId, owner.vault);
      const byId = <T extends { readonly id: string }>(things: readonly T[]) => things.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      return {
        answers: byId(answers),
        papers: byId(own.papers),
        sittings: byId(own.sittings),
        stars: byId(own.stars),
        wrong: [...wrongBook(answers)].toSorted(([a], [b]) => a - b),
        due: [...dueTimes(answers)].toSorted(([a], [b]) => a - b),
        standing: byId(own.sittings).map((sitting) => {
          const { stage, judged } = sittingStanding(sitting, answers, 0);
          return { stage, judged: [...judged].toSorted(([a], [b]) => a - b) };
        }),
      };
    },
  };
}
export type Device = Awaited<ReturnType<typeof device>>;

export async function learnerRoom() {
  const room = await taskRoom('homework', { rules: { dueMs: Date.UTC(2026, 10, 22) } });
  await room.teacher(exerciseCalls.setOpen, { category: '题库', open: true });
  const student = room.students[0] as Sitter;
  const questionIds = room.server.raw.prepare<[], number>('SELECT id FROM question ORDER BY id').pluck().all();
  return { room, student, questionIds };
}

export const paperOf = (questionIds: number[], changedMs: number, name = '我的卷'): PracticePaper => ({
  id: randomUUID(),
  changedMs,
  removed: false,
  name,
  category: '',
  draw: { from: 'open', categories: [], points: [], types: [], difficulties: [], count: questionIds.length },
  questionIds,
});
export const sittingOf = (paper: PracticePaper, changedMs: number): PracticeSitting => ({
  id: randomUUID(),
  changedMs,
  removed: false,
  paperId: paper.id,
  name: paper.name,
  questionIds: paper.questionIds,
  plannedMs: changedMs,
  minutes: null,
  endedMs: null,
});
