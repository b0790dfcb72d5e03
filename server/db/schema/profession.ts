import type { ColumnType, Generated } from 'kysely';
import type { DetailTableStatusCode, Importance, ProfessionLevel } from '../../../sync/contract/codes.ts';

interface ProfessionTradeTable {
  id: Generated<number>;
  profession_id: number;
  position: number;
  name: string;
}

interface SchoolProfessionTable {
  school_id: number;
  profession_id: number;
  /** JSON list of areas. */
  areas: string;
  since_ms: ColumnType<number, number, never>;
}

interface DetailTableTable {
  id: Generated<number>;
  profession_id: number;
  trade_id: number | null;
  level: ProfessionLevel;
  edition: number;
  status: Generated<DetailTableStatusCode>;
  point_count: Generated<number>;
  /** Hundredths of a percent. */
  weight_total: Generated<number>;
  version: Generated<number>;
  updated_by: number;
  updated_ms: number;
  created_ms: ColumnType<number, number, never>;
  /** Name and code of the profession, for the keyword search. Maintained by triggers. */
  profession_text: Generated<string>;
}

interface DetailLineTable {
  id: Generated<number>;
  table_id: number;
  position: number;
  depth: 1 | 2 | 3 | 4;
  code: string;
  name: string;
  /** Hundredths of a percent. */
  weight: number | null;
  ratio_x: number | null;
  ratio_y: number | null;
  ratio_z: number | null;
  importance: Importance | null;
  full_code: string;
  root_id: number;
}

interface DetailEventTable {
  id: Generated<number>;
  table_id: number;
  event: 'add' | 'copy' | 'save' | 'publish' | 'withdraw' | 'use';
  user_id: number;
  at_ms: number;
  /** Only for `save`: JSON of { added, removed, changed }. */
  figures: string | null;
}

export interface ProfessionTables {
  profession_trade: ProfessionTradeTable;
  school_profession: SchoolProfessionTable;
  detail_table: DetailTableTable;
  detail_line: DetailLineTable;
  detail_event: DetailEventTable;
}
