export interface ClassTables {
  class_teacher: { class_id: number; user_id: number };
}
