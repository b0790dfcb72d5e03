import type { ColumnType, Generated } from 'kysely';

interface SchoolTable {
  id: Generated<number>;
  website: string;
  title: string;
  logo: Generated<string>;
  logo_custom: Generated<string>;
  logo_custom_status: Generated<0 | 1>;
  cover: Generated<string>;
  /** JSON object. */
  config: Generated<string>;
  record: Generated<string>;
  status: Generated<0 | 1>;
  /** Six digits of the assessment site in certificate numbers; '' if there are none. */
  site_code: Generated<string>;
  contact: Generated<string>;
  phone: Generated<string>;
  address: Generated<string>;
  mohrss_prof_no: Generated<string>;
  mohrss_prof_allname: Generated<string>;
  version: Generated<number>;
  updated_ms: Generated<number>;
  created_ms: ColumnType<number, number, never>;
}

interface UserTable {
  id: Generated<number>;
  school_id: number;
  login_name: string;
  user_type: number;
  /** JSON list of roles. */
  extra_roles: Generated<string>;
  name: string;
  avatar: Generated<string>;
  prof_id: number | null;
  status: Generated<number>;
  pwd_hash: string;
  ticket_no: string | null;
  id_number_sealed: Buffer | null;
  id_number_index: Buffer | null;
  version: Generated<number>;
  created_ms: ColumnType<number, number, never>;
  updated_ms: number;
  /** Generated column: 1 for an enabled student or examinee, who may be put into an exam. */
  sits: ColumnType<0 | 1, never, never>;
  class_id: ColumnType<number | null, number | null | undefined, number | null>;
  phone: Generated<string>;
  sex: Generated<0 | 1 | 2>;
  id_type: Generated<number>;
  education: Generated<number>;
  ethnicity: Generated<number>;
  political: Generated<number>;
  source: Generated<number>;
  employer: Generated<string>;
  student_no: Generated<string>;
  note: Generated<string>;
  must_change: Generated<0 | 1>;
  /** Reason why an application was rejected; '' otherwise. */
  rejected_reason: Generated<string>;
  last_sign_in_ms: ColumnType<number | null, number | null | undefined, number | null>;
}

/** Word index of users, maintained by `rebuildPersonWords`; see person-words.ts. */
interface UserTextTable {
  rowid: number;
  grams: string;
}

interface SessionTable {
  id: Generated<number>;
  user_id: number;
  token_hash: Buffer;
  created_ms: ColumnType<number, number, never>;
  seen_ms: number;
  expires_ms: number;
  /** The session ends after this idle time. */
  idle_ms: Generated<number>;
  ip: string;
  agent: Generated<string>;
  by_ticket: Generated<0 | 1>;
  /** When another device replaced this session; null while it is valid. */
  superseded_ms: ColumnType<number | null, never, number>;
}

export interface UserTables {
  school: SchoolTable;
  user: UserTable;
  user_text: UserTextTable;
  session: SessionTable;
}
