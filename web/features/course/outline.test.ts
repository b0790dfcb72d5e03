import { describe, expect, it } from 'vitest';
import {
  dropSection,
  indentSection,
  moveSection,
  getNextSectionId,
  formatSectionNumbers,
  stepSection,
  limitSectionDepths,
} from './outline.ts';

const section = (sid: number, depth: 1 | 2 | 3) => ({ sid, depth, title: String(sid), items: [] });
const outline = [section(1, 1), section(2, 2), section(3, 2), section(4, 1)];
const shape = (list: readonly { sid: number; depth: number }[]) => list.map(({ sid, depth }) => `${sid}/${depth}`).join(' ');

describe('course outline', () => {
  it('numbers its sections and gives the next section a new id', () => {
    expect(formatSectionNumbers(outline)).toEqual(['1', '1.1', '1.2', '2']);
    expect(getNextSectionId(outline)).toBe(5);
  });

  it('moves a section together with its subsections', () => {
    expect(shape(moveSection(outline, 1, 4))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(moveSection(outline, 1, 2))).toBe('1/1 2/2 3/2 4/1');
    expect(shape(stepSection(outline, 4, -1))).toBe('1/1 2/2 4/1 3/2');
    expect(shape(stepSection(outline, 1, 1))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(stepSection(outline, 1, -1))).toBe('1/1 2/2 3/2 4/1');
  });

  it('drops a section before or after another one, even at the very end', () => {
    expect(shape(dropSection(outline, 1, 3, true))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(dropSection(outline, 4, 0, false))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(dropSection(outline, 4, 0, true))).toBe('1/1 2/2 3/2 4/1');
    expect(shape(dropSection(outline, 2, 2, true))).toBe('1/1 3/2 2/2 4/1');
    expect(shape(dropSection(outline, 3, 0, true))).toBe('1/1 3/2 2/2 4/1');
    expect(shape(dropSection(outline, 2, 3, true))).toBe('1/1 3/2 4/1 2/2');
    expect(shape(dropSection(outline, 1, 0, true))).toBe('1/1 2/2 3/2 4/1');
  });

  it('limits the depth of a section to one level below the section before it', () => {
    expect(shape(moveSection(outline, 2, 0))).toBe('2/1 1/1 3/2 4/1');
    expect(shape(indentSection(outline, 1, 1))).toBe('1/1 2/2 3/2 4/1');
    expect(shape(indentSection(outline, 4, 1))).toBe('1/1 2/2 3/2 4/2');
    expect(shape(limitSectionDepths([section(1, 3), section(2, 3)]))).toBe('1/1 2/2');
  });
});
