export interface ChangeTables {
  change_note: {
    kind: string;
    thing_id: number;
    version: number;
    user_id: number;
    at_ms: number;
    /** A JSON list of field names. */
    fields: string;
  };
}
