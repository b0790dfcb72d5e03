import type { LearnMark, Progress } from '../../../sync/contract/learn.ts';
import {
  beyond,
  firstOf,
  isDone,
  learnedMsOf,
  lengthOf,
  lengthOfLesson,
  mostWithin,
  type Span,
  unionOf,
} from '../../../sync/machines/learned-spans.ts';
import { type Caller, type Handlers, refuse } from '../../http/handler.ts';
import type { MediaTickets } from '../../http/media-ticket.ts';
import type { ChangeDeps } from '../../things/change.ts';
import { type GivenCourse, courseReads } from '../course/course-reads.ts';
import { coursewareReads } from '../courseware/courseware-reads.ts';
import { learnMessages as messages } from './learn-messages.ts';
import { type KeptProgress, learnStore } from './learn-store.ts';

/** Clocks of devices are told by ours; so much is let be. */
const aheadMs = 5 * 60_000;
const nothing: KeptProgress = { spans: [], position: 0, positionMs: 0, learnedMs: 0, done: false };
const told = ({ spans, position, done }: KeptProgress): Progress => ({ spans: spans.map(([from, to]) => [from, to]), position, done });

interface Deps extends ChangeDeps {
  readonly tickets: MediaTickets;
}

/** Learning: the courses of one's class, and the record of what was learned. */
export function learnHandlers({ db, clock, tickets }: Deps): Handlers<'learn'> {
  async function wholeOf({ course, fromMs, toMs }: GivenCourse, caller: Caller, nowMs: number) {
    const ids = course.sections.flatMap((section) => section.items);
    const lessons = new Map((await coursewareReads(db).byIds(caller.schoolId, ids)).map((one) => [one.id, one]));
    const kept = new Map((await learnStore(db).progress(caller.userId, [course.id])).map((row) => [row.coursewareId, row]));
    const there = ids.flatMap((id) => lessons.get(id) ?? []);
    const phase =
      fromMs !== null && nowMs < fromMs ? ('waiting' as const) : toMs !== null && nowMs >= toMs ? ('over' as const) : ('open' as const);
    const untilMs = tickets.untilMs(nowMs);
    return {
      ...course,
      fromMs,
      toMs,
      phase,
      lessons: there.length,
      done: there.filter(({ id }) => kept.get(id)?.done === true).length,
      learnedMs: there.reduce((sum, { id }) => sum + (kept.get(id)?.learnedMs ?? 0), 0),
      sizeBytes: there.reduce((sum, { files }) => sum + files.reduce((bytes, file) => bytes + file.sizeBytes, 0), 0),
      untilMs,
      nowMs,
      sections: course.sections.map(({ sid, depth, title, items }) => ({
        sid,
        depth,
        title,
        items: items.flatMap((id) => {
          const one = lessons.get(id);
          if (one === undefined) return [];
          const files = one.files.map((file) => ({ ...file, src: tickets.addressOf(file.url, caller.userId, untilMs) }));
          return [{ ...one, files, length: lengthOfLesson(one), progress: told(kept.get(id) ?? nothing) }];
        }),
      })),
    };
  }

  return {
    async myList(_input, { caller }) {
      const nowMs = clock.nowMs();
      const given = await courseReads(db).ofLearner(caller.userId, caller.schoolId);
      const items = [];
      for (const each of given) items.push(await wholeOf(each, caller, nowMs));
      return { items };
    },

    async getById({ id }, { caller }) {
      const nowMs = clock.nowMs();
      const given = (await courseReads(db).ofLearner(caller.userId, caller.schoolId)).find(({ course }) => course.id === id);
      if (given === undefined) return refuse('notFound', messages.notFound());
      const whole = await wholeOf(given, caller, nowMs);
      return whole.phase === 'waiting' ? refuse('refused', messages.notYet()) : whole;
    },

    async record({ courseId, marks }, { caller, audit }) {
      const { userId, schoolId } = caller;
      const nowMs = clock.nowMs();
      // Withdrawn in mid-lesson: what was learned until then is still taken.
      const given = (await courseReads(db).ofLearner(userId, schoolId, true)).find(({ course }) => course.id === courseId);
      if (given === undefined) return refuse('notFound', messages.notFound());
      const ids = given.course.sections.flatMap((section) => section.items);
      const lessons = new Map((await coursewareReads(db).byIds(schoolId, ids)).map((one) => [one.id, one]));
      audit.note({ entity: 'course', id: courseId, name: given.course.title, after: { marks: marks.length } });

      const changed = await db.transaction().execute(async (tx) => {
        const store = learnStore(tx);
        await store.lock(userId);
        const known = await store.knownMarks(
          userId,
          marks.map((mark) => mark.markId),
        );
        const kept = new Map((await store.progress(userId, [courseId])).map((row): [number, KeptProgress] => [row.coursewareId, row]));
        const touched = new Set<number>();
        for (const mark of marks) {
          if (known.has(mark.markId)) continue;
          known.add(mark.markId);
          const lesson = lessons.get(mark.coursewareId);
          const [fromMs, toMs] = withinOf(mark, given, nowMs);
          // Time that another mark has told of already is nobody's second chance.
          const freeMs = lengthOf(beyond([[fromMs, toMs]], await store.spent(userId, fromMs, toMs)));
          await store.addMark(userId, mark.markId, fromMs, Math.max(fromMs, toMs));
          if (lesson === undefined) continue;
          const before = kept.get(lesson.id) ?? nothing;
          const length = lengthOfLesson(lesson);
          const inside = mark.spans.map(([from, to]): Span => [Math.min(from, length), Math.min(to, length)]);
          const more = firstOf(beyond(inside, before.spans), mostWithin(lesson.kind, freeMs));
          const spans = unionOf([...before.spans, ...more]);
          const later = toMs >= before.positionMs;
          kept.set(lesson.id, {
            spans,
            position: later ? Math.min(mark.position, length) : before.position,
            positionMs: Math.max(toMs, before.positionMs),
            learnedMs: learnedMsOf(lesson.kind, spans),
            done: before.done || isDone(lesson.kind, spans, length),
          });
          touched.add(lesson.id);
        }
        for (const id of touched) await store.write(userId, courseId, id, kept.get(id) ?? nothing, nowMs);
        if (touched.size > 0) await store.count(userId, nowMs);
        return marks.flatMap(({ coursewareId }) =>
          kept.has(coursewareId) ? [[coursewareId, kept.get(coursewareId) ?? nothing] as const] : [],
        );
      });
      return {
        markIds: marks.map((mark) => mark.markId),
        lessons: [...new Map(changed)].map(([id, progress]) => ({ id, progress: told(progress) })),
      };
    },
  };
}

/** The part of a mark's time that can count: in the class's window, and not in the future. */
function withinOf({ fromMs, toMs }: LearnMark, given: GivenCourse, nowMs: number): [number, number] {
  const from = Math.max(fromMs, given.fromMs ?? 0);
  const to = Math.min(toMs, given.toMs ?? Number.MAX_SAFE_INTEGER, nowMs + aheadMs);
  return [from, Math.max(from, to)];
}
