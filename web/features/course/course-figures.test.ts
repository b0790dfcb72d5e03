import { describe, expect, it } from 'vitest';
import { getBehindReason, computeClassRows, type CourseFigures, computeSectionRows, countStops } from './course-figures.ts';

const nowMs = Date.UTC(2026, 10, 20);
const day = 24 * 3_600_000;
const person = (id: number, classId: number, lessons: number[], part: Partial<CourseFigures['people'][number]> = {}) => ({
  id,
  name: `P${id}`,
  classId,
  className: 'A',
  lessons,
  done: lessons.filter((each) => each === 100).length,
  percent: Math.floor(lessons.reduce((sum, each) => sum + each, 0) / lessons.length),
  learnedMs: 45 * 60_000,
  lastMs: nowMs - day,
  toMs: null,
  remindedMs: null,
  ...part,
});
const lesson = (id: number, sid: number) => ({ id, sid, title: `L${id}`, kind: 'video' as const, started: 0, done: 0, average: 0 });
const figures: CourseFigures = {
  title: 'C',
  hourMinutes: 45,
  learners: 3,
  started: 3,
  done: 1,
  average: 0,
  classes: [
    { id: 1, name: 'A' },
    { id: 2, name: 'A' },
    { id: 3, name: 'empty' },
  ],
  sections: [
    { sid: 1, depth: 1, title: 'one' },
    { sid: 2, depth: 2, title: 'one below' },
    { sid: 3, depth: 1, title: 'two' },
    { sid: 4, depth: 1, title: 'nothing' },
  ],
  lessons: [lesson(11, 1), lesson(12, 2), lesson(13, 3)],
  people: [
    person(1, 1, [100, 100, 100]),
    person(2, 1, [100, 50, 0], { lastMs: nowMs - 8 * day }),
    person(3, 2, [0, 0, 30], { toMs: nowMs + day, learnedMs: 90 * 60_000 }),
  ],
};

describe('figures of a course', () => {
  it('getBehindReason tells an idle learner from an overdue one', () => {
    expect(figures.people.map((one) => getBehindReason(one, nowMs))).toEqual([null, 'idle', 'due']);
    expect(getBehindReason({ percent: 0, lastMs: null, toMs: null }, nowMs)).toBeNull();
  });

  it('computeClassRows sums by class, also for two classes of the same name', () => {
    expect(computeClassRows(figures, nowMs)).toEqual([
      { id: 1, name: 'A', people: 2, completedCount: 1, average: 75, hours: 1, behindCount: 1 },
      { id: 2, name: 'A', people: 1, completedCount: 0, average: 10, hours: 2, behindCount: 1 },
    ]);
  });

  it('computeSectionRows includes the sections below in the sums of a section', () => {
    expect(
      computeSectionRows(figures).map(({ sid, average, completedCount, ownLessons }) => [sid, average, completedCount, ownLessons]),
    ).toEqual([
      [1, 58, 1, [0]],
      [2, 50, 1, [1]],
      [3, 43, 1, [2]],
    ]);
  });

  it('countStops counts where learners stopped, without those who have finished or never begun', () => {
    const at = (id: number, position: number, part: object = {}) => ({
      id,
      name: `P${id}`,
      className: 'A',
      spans: [[0, Math.max(1, position)] as [number, number]],
      position,
      done: false,
      percent: 0,
      lastMs: nowMs,
      ...part,
    });
    const { counts, most } = countStops({
      title: 'L',
      length: 100,
      parts: Array.from({ length: 10 }, () => 0),
      questions: [],
      people: [at(1, 23), at(2, 21), at(3, 100), at(4, 95, { done: true }), at(5, 0, { spans: [] })],
    });
    expect(counts).toEqual([0, 0, 2, 0, 0, 0, 0, 0, 0, 1]);
    expect(most).toEqual([
      { part: 2, place: 21, count: 2 },
      { part: 9, place: 100, count: 1 },
    ]);
  });
});
