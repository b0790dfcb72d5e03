import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findBrokenDepths } from '../../../sync/domain/papers/detail-rules.ts';
import {
  addChildLine,
  addSiblingLine,
  type EditLine,
  getSubtreeEnd,
  indentLine,
  moveLine,
  getNextCode,
  type DetailOutline,
  outdentLine,
  removeOutlineLine,
  renumberCodes,
} from './outline.ts';

const scope = (key: number, depth: 1 | 2 | 3, code: string): EditLine => ({ key, depth, code, name: `s${key}`, weight: 1, ratio: null });
const point = (key: number, code: string): EditLine => ({ key, depth: 4, code, name: `p${key}`, importance: 'Y' });
const shape = (lines: DetailOutline | null): string | undefined => lines?.map((line) => `${line.depth}${line.code}`).join(' ');

const table: EditLine[] = [
  scope(1, 1, 'A'),
  scope(2, 2, 'A'),
  scope(3, 3, 'A'),
  point(4, '001'),
  point(5, '002'),
  scope(6, 3, 'B'),
  point(7, '001'),
  scope(8, 1, 'B'),
];

describe('outline of a detail table', () => {
  it('adds a sibling or child line with the next code', () => {
    expect(shape(addSiblingLine(table, 3, 9))).toBe('1A 2A 3A 4001 4003 4002 3B 4001 1B');
    expect(shape(addSiblingLine(table, 0, 9))).toBe('1A 2A 3A 4001 4002 3B 4001 1C 1B');
    expect(shape(addChildLine(table, 2, 9))).toBe('1A 2A 3A 4001 4002 4003 3B 4001 1B');
    expect(addChildLine(table, 3, 9)).toBeNull();
    expect(shape(addSiblingLine([], -1, 9))).toBe('1A');
    expect(getNextCode(1, ['A', 'Z'])).toBe('AA');
    expect(getNextCode(4, ['001', '', '009'])).toBe('010');
  });

  it('removes a line together with its subtree', () => {
    expect(shape(removeOutlineLine(table, 2))).toBe('1A 2A 3B 4001 1B');
    expect(getSubtreeEnd(table, 0)).toBe(7);
  });

  it('indents and outdents lines; a point may become a scope, a scope never a point', () => {
    // A point that is moved up a level becomes a scope of the third level, after its parent and the parent's lines.
    expect(shape(outdentLine(table, 4))).toBe('1A 2A 3A 4001 3C 3B 4001 1B');
    expect(shape(indentLine(table, 7))).toBe('1A 2A 3A 4001 4002 3B 4001 2B');
    // Refused, because the points of this scope would become scopes.
    expect(outdentLine(table, 5)).toBeNull();
    expect(indentLine(table, 5)).toBeNull();
    expect(outdentLine(table, 0)).toBeNull();
    expect(indentLine(table, 0)).toBeNull();
  });

  it('moves lines among their siblings and on into the neighbouring scope', () => {
    expect(shape(moveLine(table, 4, -1))).toBe('1A 2A 3A 4002 4001 3B 4001 1B');
    expect(shape(moveLine(table, 2, 1))).toBe('1A 2A 3B 4001 3A 4001 4002 1B');
    expect(shape(moveLine(table, 6, -1))).toBe('1A 2A 3A 4001 4002 4003 3B 1B');
    expect(shape(moveLine(table, 4, 1))).toBe('1A 2A 3A 4001 3B 4002 4001 1B');
    expect(moveLine(table, 0, -1)).toBeNull();
    expect(moveLine(table, 7, 1)).toBeNull();
  });

  it('renumbers all codes', () => {
    expect(shape(renumberCodes(removeOutlineLine(table, 2)))).toBe('1A 2A 3A 4001 1B');
  });

  it('stays a valid tree after any sequence of edits', () => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(200)), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (list) => {
        let lines: EditLine[] = [];
        let key = 0;
        for (const [kind, place] of list) {
          const at = lines.length === 0 ? -1 : place % lines.length;
          key += 1;
          const doIt = [
            () => addSiblingLine(lines, at, key),
            () => addChildLine(lines, at, key),
            () => indentLine(lines, at),
            () => outdentLine(lines, at),
            () => moveLine(lines, at, place % 2 === 0 ? 1 : -1),
            () => (place % 5 === 0 && at >= 0 ? removeOutlineLine(lines, at) : null),
          ][kind];
          const before = lines;
          lines = (at < 0 && kind !== 0 ? null : doIt?.()) ?? lines;
          expect(findBrokenDepths(lines)).toEqual([]);
          expect(new Set(lines.map((line) => line.key)).size).toBe(lines.length);
          // Only removing may reduce the number of lines.
          if (kind !== 5) expect(lines.length).toBeGreaterThanOrEqual(before.length);
        }
      }),
    );
  });
});
