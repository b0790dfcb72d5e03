import { describe, expect, it } from 'vitest';
import type { PaperContent } from '../../../../sync/contract/exams/sitting.ts';
import { arrangePaper, shuffleBySeed } from './paper-order.ts';

const texts = ['正确', '错误'] as const;
const attempt = '6f1c2f7e-4a55-4b0e-9d2c-1d8a7f2f0001';
const other = '6f1c2f7e-4a55-4b0e-9d2c-1d8a7f2f0002';

function paper(over: Partial<PaperContent> = {}): PaperContent {
  const choice = (id: number) => ({
    id: String(id),
    stemHtml: `题 ${id}`,
    options: ['A', 'B', 'C', 'D'].map((option) => ({ id: option, html: `${id}${option}` })),
    blankCount: 0,
    points: 1,
  });
  return {
    planId: 1,
    variant: 'A',
    version: 1,
    title: '理论',
    layout: 'one',
    shuffleQuestions: false,
    shuffleOptions: false,
    sections: [
      { title: '单项选择题', type: 1, items: Array.from({ length: 40 }, (_, at) => choice(at + 1)) },
      { title: '判断题', type: 3, items: [{ id: '41', stemHtml: '判', options: [], blankCount: 0, points: 2 }] },
    ],
    ...over,
  };
}

describe('arrangePaper', () => {
  it('keeps the order of the paper if nothing is shuffled', () => {
    const shown = arrangePaper(paper(), attempt, texts);
    expect(shown.items.map((item) => item.id)).toEqual(Array.from({ length: 41 }, (_, at) => String(at + 1)));
    expect(shown.items[0]?.options.map((option) => option.letter + option.id)).toEqual(['AA', 'BB', 'CC', 'DD']);
  });

  it('gives a true-or-false question its two options, with ids T and F', () => {
    expect(arrangePaper(paper({ shuffleOptions: true }), attempt, texts).items.at(-1)?.options).toEqual([
      { id: 'T', letter: 'A', html: '正确' },
      { id: 'F', letter: 'B', html: '错误' },
    ]);
  });

  it('shuffles the options of ordering and matching questions, but not the left items', () => {
    const options = ['1', '2', 'A', 'B', 'C', 'D', 'E', 'F'].map((id) => ({ id, html: id }));
    const sections = [9, 10].map((type) => ({
      title: '',
      type,
      items: [
        { id: String(type), stemHtml: '', options: type === 9 ? options.slice(2) : options, blankCount: type === 9 ? 0 : 2, points: 1 },
      ],
    }));
    const arranged = arrangePaper(paper({ shuffleOptions: true, sections }), attempt, texts);
    expect(arranged.items.map(({ leftItems }) => leftItems.map(({ id }) => id))).toEqual([[], ['1', '2']]);
    for (const { options: arrangedOptions } of arranged.items) {
      expect(arrangedOptions.map(({ letter }) => letter)).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
      expect(arrangedOptions.map(({ id }) => id)).not.toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
      expect(arrangedOptions.map(({ id }) => id).toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
    }
    expect(arrangePaper(paper({ shuffleOptions: true, sections }), other, texts)).not.toEqual(arranged);
  });

  it('shuffles by the attempt: the same order twice, another order for another attempt, ids unchanged', () => {
    const shuffled = paper({ shuffleQuestions: true, shuffleOptions: true });
    const once = arrangePaper(shuffled, attempt, texts);
    expect(arrangePaper(shuffled, attempt, texts)).toEqual(once);
    const elsewhere = arrangePaper(shuffled, other, texts);
    expect(elsewhere.items.map((item) => item.id)).not.toEqual(once.items.map((item) => item.id));
    expect(once.items.map((item) => item.id).toSorted()).toEqual(
      arrangePaper(paper(), attempt, texts)
        .items.map((item) => item.id)
        .toSorted(),
    );
    expect(once.items.map((item) => item.number)).toEqual(once.items.map((_, at) => at + 1));
    for (const item of once.items) expect(item.options.every((o) => item.type === 3 || o.html === item.id + o.id)).toBe(true);
  });

  it('keeps the order of options that refer to each other', () => {
    const shuffled = paper({ shuffleOptions: true });
    const inOrder = shuffled.sections.map((each) => ({
      ...each,
      items: each.items.map((item) => ({ ...item, optionsInOrder: true as const })),
    }));
    const arranged = arrangePaper({ ...shuffled, sections: inOrder }, attempt, texts);
    for (const item of arranged.items.slice(0, 40)) expect(item.options.map((option) => option.id)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('keeps questions inside their section', () => {
    const shown = arrangePaper(paper({ shuffleQuestions: true }), attempt, texts);
    expect(shown.items.at(-1)?.id).toBe('41');
  });
});

describe('shuffleBySeed', () => {
  it('keeps its first released order, because an upgrade must not reorder an exam under way', () => {
    expect(shuffleBySeed([0, 1, 2, 3, 4, 5, 6, 7], 'golden').join('')).toBe('41760253');
  });

  it('puts each value at each position about equally often', () => {
    const counts = Array.from({ length: 4 }, () => [0, 0, 0, 0]);
    for (let run = 0; run < 4000; run += 1) {
      shuffleBySeed([0, 1, 2, 3], `attempt-${run}`).forEach((value, place) => {
        const row = counts[value];
        if (row) row[place] = (row[place] ?? 0) + 1;
      });
    }
    for (const row of counts) for (const count of row) expect(Math.abs(count - 1000)).toBeLessThan(130);
  });
});
