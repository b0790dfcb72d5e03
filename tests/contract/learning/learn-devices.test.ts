import { randomUUID } from 'node:crypto';
import { Dexie } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallOutput } from '../../../sync/contract/call.ts';
import type { learnCalls, LearningSpanRecord } from '../../../sync/contract/learning/learn.ts';
import { subtractSpans, sumSpanLengths, type Span, mergeSpans } from '../../../sync/domain/learning/learned-spans.ts';
import { createLearnOutbox } from '../../../web/features/learn/learn-outbox.ts';
import { createDexieSpanStore, type LearningSpanStore } from '../../../web/features/learn/learning-span-cache.ts';
import { createFilmWatch, createLearningRecorder } from '../../../web/features/learn/recorder.ts';
import { CallFailure } from '../../../web/platform/api/call.ts';
import { LearningDatabase, type LearningSpanRow } from '../../../web/platform/database/learning-database.ts';
import { type PostCall, requireDone, type RowReference, startTestServer, type TestServer } from '../server-fixture.ts';
import { validClassDraft, validCourseDraft, validCoursewareDraft } from '../fixtures/resource-drafts.ts';

const filmMs = 600_000;
const momentMs = 250;
/** Lost: the request does not arrive. Cut: the server handles it, but the reply is lost. */
type Net = 'up' | 'lost' | 'cut';

let server: TestServer;
let courseId = 0;
let film = 0;
let classId = 0;

beforeAll(async () => {
  server = await startTestServer();
  const [admin, teacher] = [await server.callAs(2), await server.callAs(6)];
  const ok = (call: PostCall, path: string, input: object) => requireDone<RowReference>(call(path, input));
  classId = (await ok(admin, '/class/add', { ...validClassDraft, name: '学习班' })).id;
  film = (await ok(teacher, '/courseware/add', { ...validCoursewareDraft, title: '影片' })).id;
  server.raw.prepare("UPDATE courseware SET kind = 'video', duration_ms = ? WHERE id = ?").run(filmMs, film);
  const course = await ok(teacher, '/course/add', {
    ...validCourseDraft,
    sections: [{ sid: 1, depth: 1, title: '第一章', items: [film] }],
    classes: [{ classId, fromMs: null, toMs: null }],
  });
  courseId = course.id;
  await ok(teacher, '/course/setStatus', { ...course, event: 'publish' });
});

/** Simulates a learner's PC, whose disk survives its tabs. */
function device(userId: number, post: PostCall, time: { nowMs: number }) {
  Dexie.dependencies.indexedDB = new IDBFactory();
  Dexie.dependencies.IDBKeyRange = IDBKeyRange;
  const db = new LearningDatabase();
  const living = new Set<string>();
  /** Every record that was ever on the disk, by id. */
  const book = new Map<string, LearningSpanRecord>();
  let net: Net = 'up';
  const tab = () => {
    const name = randomUUID();
    const outbox = createLearnOutbox({
      store: createDexieSpanStore(db.marks),
      warn: () => undefined,
      async record(input) {
        if (net === 'lost') throw new CallFailure(0, 'no network');
        const { code, msg, data } = await post('/learn/record', input);
        if (net === 'cut') throw new CallFailure(0, 'cut off');
        if (code !== 0) throw new CallFailure(code, msg);
        return data as CallOutput<typeof learnCalls.record>;
      },
      tabs: {
        own: async () => {
          living.add(name);
          return name;
        },
        living: async () => living,
        inTurn: (work) => work(),
      },
    });
    let isAlive = true;
    const record = createLearningRecorder(film, {
      serverMs: () => time.nowMs,
      monoMs: () => time.nowMs,
      newId: randomUUID,
      keep: (mark, growing) => {
        if (!isAlive) return;
        book.set(mark.markId, mark);
        void outbox.keep(userId, courseId, mark, growing);
      },
    });
    return {
      outbox,
      watch: createFilmWatch(record, () => time.nowMs),
      /** Kills the tab: earlier records are on the disk, later ones are not. */
      async kill() {
        await outbox.keep(userId, courseId, nothing, false);
        await db.marks.delete(nothing.markId);
        isAlive = false;
        living.delete(name);
      },
    };
  };
  let open = tab();
  return {
    book,
    put: (to: Net) => (net = to),
    get tab() {
      return open;
    },
    async kill() {
      await open.kill();
      open = tab();
    },
    send: () => open.outbox.send(userId, () => undefined),
    waiting: async () => (await db.marks.where({ userId, heldBy: '' }).toArray()).length,
  };
}
const nothing: LearningSpanRecord = {
  markId: '00000000-0000-4000-8000-000000000000',
  coursewareId: 1,
  fromMs: 0,
  toMs: 0,
  spans: [],
  position: 0,
  answers: [],
};

/** Generates one action of a learner at one of their two PCs. */
const step = fc.record({
  at: fc.nat(1),
  act: fc.constantFrom('watch', 'watch', 'hidden', 'kill', 'lost', 'cut', 'up', 'send', 'send'),
  // Jumps are at least 5 s, longer than the jitter of a player's own clock.
  from: fc.nat(100).map((at) => at * 5_000),
  playedMs: fc.integer({ min: 1, max: 30 }).map((seconds) => seconds * 1_000),
  rate: fc.constantFrom(1, 1.5, 2),
});

const within = (spans: readonly Span[], known: readonly Span[]): boolean => sumSpanLengths(subtractSpans(spans, known)) === 0;

describe('learning on two devices', () => {
  it('killed browsers, lost answers, hidden films: each moment that was played is recorded once, in any order of arrival', async () => {
    const { time } = server;
    const admin = await server.callAs(2);
    let people = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 20 }), fc.boolean(), async (life, secondFirst) => {
        const userId = await server.addUser(7, `learner${(people += 1)}`);
        await requireDone(admin('/class/assign', { class_id: classId, user_ids: [userId] }));
        const post: PostCall = async (path, body) => (await server.callOf(userId))(path, body);
        const devices = [device(userId, post, time), device(userId, post, time)] as const;
        const played: Span[] = [];
        const begunMs = time.nowMs;
        for (const { at, act, from, playedMs, rate } of life) {
          const pc = devices[at] ?? devices[0];
          if (act === 'watch' || act === 'hidden') {
            // The learner is one person: while they watch at one PC, the film at the other is stopped.
            devices[1 - at]?.tab.watch.stop();
            for (let gone = 0; gone <= playedMs; gone += momentMs) {
              pc.tab.watch.moment({ atMs: from + gone * rate, rate, counts: act === 'watch' });
              if (gone + momentMs <= playedMs) time.nowMs += momentMs;
            }
            if (act === 'watch') played.push([from, from + playedMs * rate]);
            // Half of the films keep playing, so the next action is a jump or a kill.
            if (from % 10_000 === 0) pc.tab.watch.stop();
          }
          if (act === 'kill') await pc.kill();
          if (act === 'lost' || act === 'cut' || act === 'up') pc.put(act);
          if (act === 'send') await pc.send();
        }
        // Both PCs reconnect, in either order.
        for (const pc of secondFirst ? devices.toReversed() : devices) {
          pc.tab.watch.stop();
          pc.put('up');
          await pc.kill();
          await pc.send();
          expect(await pc.waiting()).toBe(0);
        }
        const told = await requireDone<CallOutput<typeof learnCalls.getById>>(post('/learn/getById', { id: courseId }));
        const known = told.sections[0]?.items[0]?.progress.spans ?? [];
        const onDisks = mergeSpans(devices.flatMap((pc) => [...pc.book.values()].flatMap((mark) => mark.spans)));
        const seen = mergeSpans(played);
        // The server has only played stretches, has everything that was on a disk, and lacks no more of the played time than the kills
        // cost.
        expect(within(known, seen)).toBe(true);
        expect(known).toEqual(onDisks);
        const kills = life.filter((one) => one.act === 'kill').length + 2;
        expect(sumSpanLengths(seen) - sumSpanLengths(known)).toBeLessThanOrEqual(kills * 1_000 * 2);
        // The learned time never exceeds the elapsed time multiplied by the highest speed.
        expect(sumSpanLengths(known)).toBeLessThanOrEqual((time.nowMs - begunMs) * 2 * 1.05);
        // Sending the same records again counts nothing twice.
        const marks = devices.flatMap((pc) => [...pc.book.values()]).filter((mark) => mark.spans.length > 0);
        if (marks.length > 0) {
          const again = await requireDone<CallOutput<typeof learnCalls.record>>(post('/learn/record', { courseId, marks }));
          expect(again.lessons[0]?.progress.spans ?? known).toEqual(known);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('a disk that is full loses nothing as long as the page stands: it is sent from there', async () => {
    const { time } = server;
    const userId = await server.addUser(7, 'full');
    await requireDone((await server.callAs(2))('/class/assign', { class_id: classId, user_ids: [userId] }));
    const post: PostCall = async (path, body) => (await server.callOf(userId))(path, body);
    const stored = new Map<string, LearningSpanRow>();
    let isFull = false;
    const store: LearningSpanStore = {
      put: async (rows) => {
        if (isFull) throw new DOMException('full', 'QuotaExceededError');
        for (const row of rows) stored.set(row.markId, row);
      },
      waiting: async () => [...stored.values()].filter((row) => row.heldBy === ''),
      heldElsewhere: async () => [],
      newestMs: async () => 0,
      prune: async () => undefined,
    };
    const outbox = createLearnOutbox({
      store,
      warn: () => undefined,
      record: async (input) => requireDone<CallOutput<typeof learnCalls.record>>(post('/learn/record', input)),
      tabs: { own: async () => 'this', living: async () => new Set<string>(), inTurn: (work) => work() },
    });
    const mark = (from: number): LearningSpanRecord => ({
      ...nothing,
      markId: randomUUID(),
      coursewareId: film,
      fromMs: time.nowMs,
      toMs: (time.nowMs += 5_000),
      spans: [[from, from + 5_000]],
    });
    expect(await outbox.keep(userId, courseId, mark(0), false)).toBe(true);
    isFull = true;
    expect(await outbox.keep(userId, courseId, mark(5_000), false)).toBe(false);
    await outbox.send(userId, () => undefined);
    const told = await requireDone<CallOutput<typeof learnCalls.getById>>(post('/learn/getById', { id: courseId }));
    expect(told.sections[0]?.items[0]?.progress.spans).toEqual([[0, 10_000]]);
    // Records that were stored on the disk are known to be there; those that did not fit are on the server only.
    isFull = false;
    await outbox.send(userId, () => undefined);
    expect([...stored.values()].filter((row) => row.heldBy === '')).toEqual([]);
  });
});
