import { describe, expect, it } from 'vitest';
import { createAssignmentValues, assignmentFormSchema, toAssignmentDraft } from './assignment-form-values.ts';

const filled = { ...createAssignmentValues('homework', Date.UTC(2026, 10, 23)), name: '接线' };
const faults = (values: object): unknown[] => {
  const read = assignmentFormSchema.safeParse({ ...filled, ...values });
  return read.success ? [] : read.error.issues.map(({ code, path }) => [code, path[0]]);
};

describe('form values of an assignment', () => {
  it('require a chosen paper, or task words that are not blank', () => {
    expect(faults({})).toEqual([['too_small', 'paperId']]);
    expect(faults({ paperId: 3 })).toEqual([]);
    for (const words of ['', '<p></p>', '<p>&nbsp; </p>']) expect(faults({ isPaper: false, words })).toEqual([['too_small', 'words']]);
    for (const words of ['<p>接线</p>', '<p><img src="/u/1.png"></p>']) expect(faults({ isPaper: false, words })).toEqual([]);
  });

  it('become a draft with either the paper or the task words, never both', () => {
    const both = { ...filled, paperId: 3, words: '<p>接线</p>', points: 20, files: 2 };
    expect(toAssignmentDraft(both, 'homework')).toMatchObject({ paperId: 3, words: null });
    expect(toAssignmentDraft({ ...both, isPaper: false }, 'homework')).toMatchObject({
      paperId: null,
      words: { html: '<p>接线</p>', points: 20, files: 2 },
    });
  });
});
