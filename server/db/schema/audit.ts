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
  /** JSON of an AuditDetail. */
  detail: string;
  /** HMAC over the entry and the hash before it; see audit-chain.ts. */
  hash: string;
}

/** Filled by a trigger: see migration 0017. */
interface AuditKindTable {
  /** 0: the platform's. */
  school_id: number;
  call: string;
  entity: string;
}

export interface AuditTables {
  audit: AuditTable;
  audit_kind: AuditKindTable;
}
