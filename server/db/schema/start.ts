export interface StartTables {
  start_step: { name: string; done_ms: number };
  /** One row: id of the keys that the database was made with. */
  server_identity: { id: number; key_id: string };
}
