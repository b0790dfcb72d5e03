import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenDepths } from '../../../sync/machines/detail-rules.ts';
import {
  addChild,
  addSibling,
  type EditLine,
  endOf,
  indent,
  move,
  nextCode,
  type Outline,
  outdent,
  removeLine,
  renumbered,
} from './outline.ts';

const scope = (key: number, depth: 1 | 2 | 3, code: string): EditLine => ({ key, depth, code, name: `s${key}`, weight: 1, ratio: null });
const point = (key: number, code: string): EditLine => ({ key, depth: 4, code, name: `p${key}`, importance: 'Y' });
const shape = (lines: Outline | null): string | undefined => lines?.map((line) => `${line.depth}${line.code}`).join(' ');

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

describe('the outline of a detail table', () => {
  it('adds lines beside and below, with the next code', () => {
    expect(shape(addSibling(table, 3, 9))).toBe('1A 2A 3A 4001 4003 4002 3B 4001 1B');
    expect(shape(addSibling(table, 0, 9))).toBe('1A 2A 3A 4001 4002 3B 4001 1C 1B');
    expect(shape(addChild(table, 2, 9))).toBe('1A 2A 3A 4001 4002 4003 3B 4001 1B');
    expect(addChild(table, 3, 9)).toBeNull();
    expect(shape(addSibling([], -1, 9))).toBe('1A');
    expect(nextCode(1, ['A', 'Z'])).toBe('AA');
    expect(nextCode(4, ['001', '', '009'])).toBe('010');
  });

  it('takes a line away with all below it', () => {
    expect(shape(removeLine(table, 2))).toBe('1A 2A 3B 4001 1B');
    expect(endOf(table, 0)).toBe(7);
  });

  it('moves lines a level, a point turning into a scope alone', () => {
    // A point at the end becomes a third-level scope after its parent's branch.
    expect(shape(outdent(table, 4))).toBe('1A 2A 3A 4001 3C 3B 4001 1B');
    expect(shape(indent(table, 7))).toBe('1A 2A 3A 4001 4002 3B 4001 2B');
    // Refused: its points would become scopes.
    expect(outdent(table, 5)).toBeNull();
    expect(indent(table, 5)).toBeNull();
    expect(outdent(table, 0)).toBeNull();
    expect(indent(table, 0)).toBeNull();
  });

  it('moves lines among siblings, then on into the next scope', () => {
    expect(shape(move(table, 4, -1))).toBe('1A 2A 3A 4002 4001 3B 4001 1B');
    expect(shape(move(table, 2, 1))).toBe('1A 2A 3B 4001 3A 4001 4002 1B');
    expect(shape(move(table, 6, -1))).toBe('1A 2A 3A 4001 4002 4003 3B 1B');
    expect(shape(move(table, 4, 1))).toBe('1A 2A 3A 4001 3B 4002 4001 1B');
    expect(move(table, 0, -1)).toBeNull();
    expect(move(table, 7, 1)).toBeNull();
  });

  it('numbers codes anew', () => {
    expect(shape(renumbered(removeLine(table, 2)))).toBe('1A 2A 3A 4001 1B');
  });

  it('stays a tree whatever is done to it', () => {
    const steps = fc.array(fc.tuple(fc.nat(5), fc.nat(200)), { maxLength: 60 });
    fc.assert(
      fc.property(steps, (list) => {
        let lines: EditLine[] = [];
        let key = 0;
        for (const [kind, place] of list) {
          const at = lines.length === 0 ? -1 : place % lines.length;
          key += 1;
          const doIt = [
            () => addSibling(lines, at, key),
            () => addChild(lines, at, key),
            () => indent(lines, at),
            () => outdent(lines, at),
            () => move(lines, at, place % 2 === 0 ? 1 : -1),
            () => (place % 5 === 0 && at >= 0 ? removeLine(lines, at) : null),
          ][kind];
          const before = lines;
          lines = (at < 0 && kind !== 0 ? null : doIt?.()) ?? lines;
          expect(brokenDepths(lines)).toEqual([]);
          expect(new Set(lines.map((line) => line.key)).size).toBe(lines.length);
          // Only removing may reduce the number of lines.
          if (kind !== 5) expect(lines.length).toBeGreaterThanOrEqual(before.length);
        }
      }),
    );
  });
});
