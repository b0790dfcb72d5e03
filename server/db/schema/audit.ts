interface AuditTable {
  seq: number;
  at_ms: number;
  school_id: number | null;
  user_id: number | null;
  user_name: string;
  login_name: string;
  user_type: number | null;
  call: string;
  entity: string;
  entity_id: string;
  code: number;
  ip: string;
  agent: string;
  /** JSON of an `AuditDetail`. */
  detail: string;
  /** HMAC over the entry and the previous entry's hash; see audit-chain.ts. */
  hash: string;
}

/** Distinct kinds of audit entries, for filters. Filled by a trigger (migration 0017). */
interface AuditKindTable {
  /** 0 for the platform. */
  school_id: number;
  call: string;
  entity: string;
}

export interface AuditTables {
  audit: AuditTable;
  audit_kind: AuditKindTable;
}
