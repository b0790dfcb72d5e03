import type { Insertable, Selectable } from 'kysely';
import type { DetailLine } from '../../../sync/contract/bank/detail.ts';
import { toHundredths, listLineParents } from '../../../sync/domain/papers/detail-rules.ts';
import type { Database } from '../../db/schema.ts';

export type DetailLineRow = Selectable<Database['detail_line']>;
type LineColumns = Omit<Insertable<Database['detail_line']>, 'id' | 'table_id' | 'root_id'>;

/** Converts lines to the columns of their rows: in order, each with its full code from the top level down. */
export function toLineColumns(lines: readonly DetailLine[]): LineColumns[] {
  const parents = listLineParents(lines);
  const fullCodes: string[] = [];
  return lines.map((line, position) => {
    const above = fullCodes[parents[position] ?? -1];
    const full_code = above === undefined ? line.code : `${above}-${line.code}`;
    fullCodes.push(full_code);
    const ratio = line.depth === 4 ? null : line.ratio;
    return {
      position,
      depth: line.depth,
      code: line.code,
      name: line.name,
      weight: line.depth === 4 || line.weight === null ? null : toHundredths(line.weight),
      ratio_x: ratio?.x ?? null,
      ratio_y: ratio?.y ?? null,
      ratio_z: ratio?.z ?? null,
      importance: line.depth === 4 ? line.importance : null,
      full_code,
    };
  });
}

export function toDetailLine(row: DetailLineRow): DetailLine {
  const { id, code, name, depth } = row;
  if (depth === 4) return { id, code, name, depth, importance: row.importance };
  const { ratio_x: x, ratio_y: y, ratio_z: z } = row;
  return {
    id,
    code,
    name,
    depth,
    weight: row.weight === null ? null : row.weight / 100,
    ratio: x === null || y === null || z === null ? null : { x, y, z },
  };
}
