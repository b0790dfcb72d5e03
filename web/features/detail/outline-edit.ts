import type { EditLine } from './outline.ts';
import { parseRatio, formatRatio, parseWeight } from './outline-checks.ts';

export type EditField = 'name' | 'code' | 'weight' | 'ratio' | 'importance';

/** Returns the fields of a detail table's line in the order of the Tab key. A line of depth 4 is an assessment point. */
export const listEditFields = (line: EditLine): readonly EditField[] =>
  line.depth === 4 ? ['code', 'name', 'importance'] : ['code', 'name', 'weight', 'ratio'];

/** Returns the text of a field as the user would type it. */
export function getFieldText(line: EditLine, field: EditField): string {
  if (field === 'name' || field === 'code') return line[field];
  if (line.depth === 4) return field === 'importance' ? (line.importance ?? '') : '';
  if (field === 'weight') return line.weight === null ? '' : String(line.weight);
  return field === 'ratio' && line.ratio !== null ? formatRatio(line.ratio) : '';
}

/** Returns the change that a typed text makes, or null if the text is invalid for the field. */
export function parseFieldChange(line: EditLine, field: EditField, text: string): Partial<EditLine> | null {
  switch (field) {
    case 'name':
      return { name: text.trim().slice(0, 120) };
    case 'code':
      return {
        code: text
          .trim()
          .toUpperCase()
          .slice(0, line.depth === 4 ? 3 : 2),
      };
    case 'weight': {
      const weight = parseWeight(text);
      return weight === undefined ? null : { weight };
    }
    case 'ratio': {
      const ratio = parseRatio(text);
      return ratio === undefined ? null : { ratio };
    }
    case 'importance': {
      const letter = text.trim().toUpperCase();
      return /^[XYZ]$/.test(letter) ? ({ importance: letter } as Partial<EditLine>) : null;
    }
  }
}
