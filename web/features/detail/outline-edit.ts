import type { EditLine } from './outline.ts';
import { ratioOfText, ratioText, weightOfText } from './outline-checks.ts';

export type EditField = 'name' | 'code' | 'weight' | 'ratio' | 'importance';

/** The cells of a line in the order Tab goes through them. */
export const fieldsOf = (line: EditLine): readonly EditField[] =>
  line.depth === 4 ? ['code', 'name', 'importance'] : ['code', 'name', 'weight', 'ratio'];

/** What stands in a cell, as it is typed. */
export function fieldText(line: EditLine, field: EditField): string {
  if (field === 'name' || field === 'code') return line[field];
  if (line.depth === 4) return field === 'importance' ? (line.importance ?? '') : '';
  if (field === 'weight') return line.weight === null ? '' : String(line.weight);
  return field === 'ratio' && line.ratio !== null ? ratioText(line.ratio) : '';
}

/** The change a typed text makes; null where the text can't be that. */
export function changeOf(line: EditLine, field: EditField, text: string): Partial<EditLine> | null {
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
      const weight = weightOfText(text);
      return weight === undefined ? null : { weight };
    }
    case 'ratio': {
      const ratio = ratioOfText(text);
      return ratio === undefined ? null : { ratio };
    }
    case 'importance': {
      const letter = text.trim().toUpperCase();
      return /^[XYZ]$/.test(letter) ? ({ importance: letter } as Partial<EditLine>) : null;
    }
  }
}
