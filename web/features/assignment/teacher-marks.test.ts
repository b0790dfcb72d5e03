import { describe, expect, it } from 'vitest';
import { type TeacherMark, mergeTeacherMarks, removeSavedMarks } from './teacher-marks.ts';
import type { AssignmentWork } from './assignment-queries.ts';

const mark = (points: number | null, comment = ''): TeacherMark => ({ points, comment, pictures: [], notes: [] });
const workOf = (marks: Readonly<Record<string, TeacherMark>>) =>
  ({ items: Object.entries(marks).map(([itemId, said]) => ({ itemId, ...said })) }) as unknown as Pick<AssignmentWork, 'items'>;

describe('marks of two teachers on one homework', () => {
  it('mergeTeacherMarks puts only this teacher’s changes over the marks that a colleague saved meanwhile', () => {
    const opened = workOf({ 1: mark(null), 2: mark(null) });
    const editedMarks = new Map([['1', mark(2, '好')]]);
    expect([...mergeTeacherMarks(opened, editedMarks)]).toEqual([
      ['1', mark(2, '好')],
      ['2', mark(null)],
    ]);
    // The page is read again; a colleague has marked both questions meanwhile.
    const later = workOf({ 1: mark(1), 2: mark(1.5, '差一点') });
    expect([...mergeTeacherMarks(later, editedMarks)]).toEqual([
      ['1', mark(2, '好')],
      ['2', mark(1.5, '差一点')],
    ]);
  });

  it('removeSavedMarks keeps a mark that was changed while it was being saved', () => {
    const saved = new Map([
      ['1', mark(2)],
      ['2', mark(1)],
    ]);
    const meanwhile = new Map(saved).set('2', mark(0.5));
    expect([...removeSavedMarks(meanwhile, saved)]).toEqual([['2', mark(0.5)]]);
    expect([...removeSavedMarks(saved, saved)]).toEqual([]);
  });
});
