import { describe, expect, it } from 'vitest';
import { dropped, indented, moved, newSid, numbersOf, stepped, tidied } from './outline.ts';

const section = (sid: number, depth: 1 | 2 | 3) => ({ sid, depth, title: String(sid), items: [] });
const outline = [section(1, 1), section(2, 2), section(3, 2), section(4, 1)];
const shape = (list: readonly { sid: number; depth: number }[]) => list.map(({ sid, depth }) => `${sid}/${depth}`).join(' ');

describe('a course’s outline', () => {
  it('numbers its sections', () => {
    expect(numbersOf(outline)).toEqual(['1', '1.1', '1.2', '2']);
    expect(newSid(outline)).toBe(5);
  });

  it('moves a section with those below it', () => {
    expect(shape(moved(outline, 1, 4))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(moved(outline, 1, 2))).toBe('1/1 2/2 3/2 4/1');
    expect(shape(stepped(outline, 4, -1))).toBe('1/1 2/2 4/1 3/2');
    expect(shape(stepped(outline, 1, 1))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(stepped(outline, 1, -1))).toBe('1/1 2/2 3/2 4/1');
  });

  it('drops a section before another or after it, to the very end too', () => {
    expect(shape(dropped(outline, 1, 3, true))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(dropped(outline, 4, 0, false))).toBe('4/1 1/1 2/2 3/2');
    expect(shape(dropped(outline, 4, 0, true))).toBe('1/1 2/2 3/2 4/1');
    expect(shape(dropped(outline, 2, 2, true))).toBe('1/1 3/2 2/2 4/1');
    expect(shape(dropped(outline, 3, 0, true))).toBe('1/1 3/2 2/2 4/1');
    expect(shape(dropped(outline, 2, 3, true))).toBe('1/1 3/2 4/1 2/2');
    expect(shape(dropped(outline, 1, 0, true))).toBe('1/1 2/2 3/2 4/1');
  });

  it('leaves no section hanging in the air', () => {
    expect(shape(moved(outline, 2, 0))).toBe('2/1 1/1 3/2 4/1');
    expect(shape(indented(outline, 1, 1))).toBe('1/1 2/2 3/2 4/1');
    expect(shape(indented(outline, 4, 1))).toBe('1/1 2/2 3/2 4/2');
    expect(shape(tidied([section(1, 3), section(2, 3)]))).toBe('1/1 2/2');
  });
});
