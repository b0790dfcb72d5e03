import type { classThing } from '../../../sync/contract/class.ts';
import type { ThingTable } from './thing.ts';

export interface ClassTables {
  class: ThingTable<typeof classThing>;
  class_teacher: { class_id: number; user_id: number };
}
