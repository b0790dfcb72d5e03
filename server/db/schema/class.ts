import type { ColumnType, Generated } from 'kysely';

interface ClassTable {
  id: Generated<number>;
  school_id: number;
  name: string;
  grade: string;
  head_teacher_id: number | null;
  note: string;
  version: Generated<number>;
  updated_ms: number;
  created_ms: ColumnType<number, number, never>;
}

export interface ClassTables {
  class: ClassTable;
  class_teacher: { class_id: number; user_id: number };
}
