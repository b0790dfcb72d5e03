export interface StartTables {
  start_step: { name: string; done_ms: number };
}
