import { professionLevels, type ProfessionLevel } from '../../../sync/contract/codes.ts';
import type { FilterKind } from '../../ui/list/list-state.ts';

/**
 * A node of a detail table (鉴定要素细目表): a scope, which is a group of points, or a single point. Its code is meaningful only together with profession
 * and level.
 */
export interface PointPlace {
  readonly profId: number;
  readonly level: ProfessionLevel;
  /** Code in the detail table of assessment points: "A-B" for a scope (a group of points), "A-B-C-001" for a single point. */
  readonly pointCode: string;
}

/** Reads and writes the filter in the URL as profession id, level and code: "12.4.A-B-C-001". */
export const pointFilter: FilterKind<PointPlace> = {
  read: (text) => {
    const [, profId, level, pointCode] = /^([1-9]\d{0,14})\.([1-5])\.([A-Z](?:-[A-Z]){0,2}(?:-\d{3})?)$/.exec(text) ?? [];
    const known = professionLevels.find((each) => String(each) === level);
    return pointCode === undefined || known === undefined ? undefined : { profId: Number(profId), level: known, pointCode };
  },
  write: ({ profId, level, pointCode }) => `${profId}.${level}.${pointCode}`,
};
