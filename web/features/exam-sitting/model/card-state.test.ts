import { describe, expect, it } from 'vitest';
import {
  createCardReader,
  computeCardState,
  hasCardAnswer,
  isPartlyAnswered,
  formatNumberedTitle,
  listUnfinishedSections,
} from './card-state.ts';
import { arrangePaper, type SittingItem } from './paper-order.ts';
import type { SittingSnapshot } from './sitting-controller.ts';

const arrangedPaper = arrangePaper(
  {
    planId: 1,
    variant: 'A',
    version: 1,
    title: '理论',
    layout: 'one',
    shuffleQuestions: false,
    shuffleOptions: false,
    sections: [
      {
        title: '单项选择题',
        type: 1,
        items: ['1', '2'].map((id) => ({ id, stemHtml: id, options: [{ id: 'A', html: 'a' }], blankCount: 0, points: 1 })),
      },
      { title: '填空题', type: 4, items: [{ id: '3', stemHtml: '', options: [], blankCount: 2, points: 2 }] },
    ],
  },
  'attempt',
  ['对', '错'],
);
const answers = new Map([
  ['1', ['A']],
  ['3', ['12', ' ']],
]);
const answerOf = (id: string) => answers.get(id);

describe('answer card', () => {
  it('counts an item as answered once it holds more than white space', () => {
    expect([undefined, [], [''], ['  '], ['', 'x'], ['A']].map(hasCardAnswer)).toEqual([false, false, false, false, true, true]);
  });

  it('counts answered items by section and in total', () => {
    const card = computeCardState(arrangedPaper, answerOf, new Set(['2']));
    expect([card.answered, card.total, ...card.sections.map((section) => section.answered)]).toEqual([2, 3, 1, 1]);
    expect(card.sections[0]?.cells[1]).toEqual({ itemId: '2', number: 2, answered: false, flagged: true, performed: false });
  });

  it('does not count a task performed before assessors as a question, unless it asks for photos', () => {
    const item = (id: string, files?: number) => ({ id, stemHtml: id, options: [], blankCount: 0, points: 9, ...(files ? { files } : {}) });
    const paper = arrangePaper(
      {
        planId: 1,
        variant: 'A',
        version: 1,
        title: '',
        layout: 'one',
        shuffleQuestions: false,
        shuffleOptions: false,
        sections: [{ title: '实操题', type: 6, items: [item('1'), item('2', 3)] }],
      },
      'attempt',
      ['对', '错'],
    );
    const card = computeCardState(paper, () => undefined, new Set());
    expect([card.total, card.sections[0]?.total, card.sections[0]?.cells.length]).toEqual([1, 1, 2]);
    expect(listUnfinishedSections(paper, () => undefined, new Set())[0]?.unanswered.map((each) => each.id)).toEqual(['2']);
  });

  it('returns the same object until one of its cells changes', () => {
    const at = (unsaved: [string, string[]][], flags: string[] = []): SittingSnapshot => ({
      view: { answers, flags: new Set(flags) } as unknown as SittingSnapshot['view'],
      unsaved: new Map(unsaved),
      unsavedFlags: new Map(),
      failed: false,
    });
    let snapshot = at([]);
    const readCard = createCardReader(arrangedPaper, () => snapshot);
    const first = readCard();
    expect(first).toEqual(computeCardState(arrangedPaper, answerOf, new Set()));
    // A changed answer to an answered question changes no cell.
    snapshot = at([['1', ['B']]]);
    expect(readCard()).toBe(first);
    snapshot = at([['2', ['A']]]);
    expect(readCard().answered).toBe(3);
    // Unchanged groups are the same objects, so that React does not render them again.
    expect(readCard().sections.map(({ groups }, s) => groups.map((group, g) => group === first.sections[s]?.groups[g]))).toEqual([
      [false],
      [true],
    ]);
    snapshot = at([], ['2']);
    expect(readCard().sections[0]?.cells[1]?.flagged).toBe(true);
  });

  it('detects a partly filled fill-in question', () => {
    const fill = arrangedPaper.items[2] as SittingItem;
    expect(isPartlyAnswered(fill, ['12'])).toBe(true);
    expect(isPartlyAnswered(fill, ['12', '3'])).toBe(false);
    expect(isPartlyAnswered(fill, undefined)).toBe(false);
  });

  it('lists unfinished questions by section, and leaves out finished sections', () => {
    expect(
      listUnfinishedSections(arrangedPaper, answerOf, new Set()).map((work) => [work.title, work.unanswered.length, work.partial.length]),
    ).toEqual([
      ['单项选择题', 1, 0],
      ['填空题', 0, 1],
    ]);
    expect(listUnfinishedSections(arrangedPaper, () => ['x', 'y'], new Set())).toEqual([]);
  });

  it('adds the number to a section title only once', () => {
    expect(formatNumberedTitle('判断题', 2)).toBe('三、判断题');
    expect(formatNumberedTitle('三、判断题', 2)).toBe('三、判断题');
  });
});
