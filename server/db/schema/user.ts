import { classResource } from '../../../sync/contract/people/class.ts';
import { defineResourceTable } from './resource-table.ts';
import { rowId, caselessText, text, flag, integer, withSearchText, bytes, defineTable } from './table.ts';

/** Columns that keywords search in the list of schools. */
const schoolText = ['title', 'website', 'record', 'site_code', 'contact'];
/** Columns that keywords search in the lists of users. */
const personText = ['name', 'login_name', 'student_no', 'ticket_no?'];

export const userTables = {
  school: defineTable(
    {
      id: rowId(),
      website: caselessText().unique(),
      title: text(),
      logo: text().default(''),
      logo_custom: text().default(''),
      logo_custom_status: flag().default(0),
      cover: text().default(''),
      /** Settings of the school as a JSON object. */
      config: text().default('{}'),
      record: text().default(''),
      created_ms: integer().immutable(),
      status: flag().default(1),
      /** Six digits of the assessment site in certificate numbers; '' if there are none. */
      site_code: text().default(''),
      contact: text().default(''),
      phone: text().default(''),
      address: text().default(''),
      mohrss_prof_no: text().default(''),
      mohrss_prof_allname: text().default(''),
      version: integer().default(1),
      updated_ms: integer().default(0),
    },
    {
      // No school has the id 0: it stands for the certified bank, which belongs to no school (server/db/schema/question.ts).
      checks: { school_id_is_not_0: 'id > 0' },
      indexes: {
        school_site: { on: 'site_code', unique: true, where: "site_code <> ''" },
        school_title: withSearchText('title, id, status', schoolText),
        school_website: withSearchText('website, id, status', schoolText),
        school_created: withSearchText('created_ms, id, status', schoolText),
        school_updated: withSearchText('updated_ms, id, status', schoolText),
      },
    },
  ),
  user: defineTable(
    {
      id: rowId(),
      school_id: integer().references('school'),
      login_name: caselessText(),
      user_type: integer().check('user_type BETWEEN 1 AND 12'),
      /** Roles that the user has besides those of the user type: JSON list. A teacher may, for instance, also mark or invigilate. */
      extra_roles: text().default('[]'),
      name: text(),
      avatar: text().default(''),
      prof_id: integer().nullable(),
      status: integer().default(1).check('status IN (0, 1, 2)'),
      pwd_hash: text(),
      ticket_no: text().nullable(),
      /** ID number, encrypted with AES-256-GCM. The index is an HMAC by which numbers are compared without decryption. */
      id_number_sealed: bytes().nullable(),
      id_number_index: bytes().nullable(),
      version: integer().default(1),
      created_ms: integer().immutable(),
      updated_ms: integer(),
      /** Generated column: 1 for an enabled student or examinee, who may be put into an exam. */
      sits: integer<0 | 1>().generated({
        sqlite: 'user_type IN (7, 8) AND status = 1',
        postgres: 'CASE WHEN user_type IN (7, 8) AND status = 1 THEN 1 ELSE 0 END',
      }),
      /** In the columns from here on, '' and 0 mean that no value was given. Codes: sync/contract/codes.ts. */
      class_id: integer().nullable().references('class'),
      phone: text().default(''),
      sex: integer<0 | 1 | 2>().default(0),
      id_type: integer().default(1),
      education: integer().default(0),
      ethnicity: integer().default(0),
      political: integer().default(0),
      source: integer().default(0),
      employer: text().default(''),
      student_no: text().default(''),
      note: text().default(''),
      /** 1: another person set the password, so it must be changed at the next sign-in. */
      must_change: integer<0 | 1>().default(0),
      last_sign_in_ms: integer().nullable(),
      /** Reason why the registration of this account was rejected; '' otherwise. */
      rejected_reason: text().default(''),
    },
    {
      unique: 'school_id, login_name',
      indexes: {
        user_ticket: { on: 'school_id, ticket_no', unique: true, where: 'ticket_no IS NOT NULL' },
        // Only enabled accounts are compared, because an applicant must not learn that a number is taken.
        user_student_no: { on: 'school_id, student_no', unique: true, where: "student_no <> '' AND status = 1" },
        user_id_number: { on: 'school_id, id_number_index', where: 'id_number_index IS NOT NULL' },
        user_list_type: 'school_id, user_type, status',
        user_class: { on: 'class_id', where: 'class_id IS NOT NULL' },
        user_figures: 'school_id, class_id, user_type, status, last_sign_in_ms',
        user_list_initial: {
          on: 'school_id, id, user_type, status, class_id, name, login_name, student_no, ticket_no',
          where: 'must_change = 1',
        },
        user_list_new: withSearchText('school_id, id, user_type, status, class_id', personText),
        user_list_login: withSearchText('school_id, login_name, id, user_type, status, class_id', personText),
        user_list_name: withSearchText('school_id, name, id, user_type, status, class_id', personText),
        user_list_student: withSearchText('school_id, student_no, id, user_type, status, class_id', personText),
        user_list_ticket: withSearchText('school_id, ticket_no NULLS FIRST, id, user_type, status, class_id', personText),
        /** Indexes for the platform administrator's list, which holds the users of all schools. */
        user_list_all: withSearchText('id, user_type, status, class_id', personText),
        user_all_name: withSearchText('name, id, user_type, status, class_id', personText),
        user_all_login: withSearchText('login_name, id, user_type, status, class_id', personText),
        user_id_number_once: {
          on: 'school_id, id_number_index',
          unique: true,
          where: 'id_number_index IS NOT NULL AND status = 1 AND user_type IN (7, 8)',
        },
      },
    },
  ),
  session: defineTable(
    {
      id: rowId(),
      user_id: integer().references('user', 'CASCADE'),
      /** SHA-256 of the token, so that a reader of the database cannot sign in with it. */
      token_hash: bytes().unique(),
      created_ms: integer().immutable(),
      seen_ms: integer(),
      expires_ms: integer(),
      ip: text(),
      /** Name of the browser from its User-Agent header, shortened. */
      agent: text().default(''),
      /** 1: signed in with an admission ticket or at the school's directory, so no new password is requested. */
      without_password: integer<0 | 1>().default(0),
      /** The session ends after this idle time. A change of the platform's limits rewrites open sessions. */
      idle_ms: integer().default(14400000),
      /** When another device replaced this session, or null. The row stays for a while, so that the user gets error 3000 instead of "not signed in". */
      superseded_ms: integer().nullable(),
    },
    {
      indexes: {
        session_user: 'user_id',
        session_expiry: 'expires_ms',
      },
    },
  ),
  /** Accounts that sign in with a code of an authenticator app after the password. */
  second_factor: defineTable({
    user_id: integer().primaryKey().references('user', 'CASCADE'),
    /** Secret that server and authenticator app share, in base 32, encrypted with AES-256-GCM. */
    secret_sealed: bytes(),
    /** Time step (30 s since 1970) of the last code used. Codes of this step and earlier ones are refused, so that none is used twice. */
    last_step: integer(),
    /** JSON list of the keyed hashes of the recovery codes that are left. */
    recovery: text(),
    created_ms: integer(),
  }),
  /** Tokens with which other systems make calls as their owner, within some scopes. */
  api_token: defineTable(
    {
      id: rowId(),
      user_id: integer().references('user', 'CASCADE'),
      /** SHA-256 of the token, so that a reader of the database cannot use it. */
      token_hash: bytes().unique(),
      name: text(),
      /** Scopes that limit what the token permits, as a JSON list. */
      scopes: text(),
      created_ms: integer(),
      expires_ms: integer(),
      /** Time of the last use, written once a minute at most; null for none. */
      used_ms: integer().nullable(),
    },
    { indexes: { api_token_user: 'user_id' } },
  ),
  /** The directory service (such as LDAP) at which people of a school may sign in. Without a row, a school has version 1 of the default settings. */
  directory: defineTable({
    school_id: integer().primaryKey().references('school', 'CASCADE'),
    enabled: flag(),
    /** Settings of the directory as a JSON object. */
    settings: text(),
    /** Password or client secret with which the server signs in at the directory, encrypted with AES-256-GCM; null if there is none. */
    secret_sealed: bytes().nullable(),
    version: integer(),
    updated_ms: integer(),
  }),
  /** Accounts that a preview has found in the school's directory. Only these are proposed for disabling once they are missing from the directory. */
  directory_account: defineTable({
    user_id: integer().primaryKey().references('user', 'CASCADE'),
    /** When a preview of the directory last found the account. */
    seen_ms: integer(),
  }),
  /** The learning platform (LTI 1.3) that opens courses of a school. Without a row, a school has version 1 of the default settings. */
  lti_platform: defineTable({
    school_id: integer().primaryKey().references('school', 'CASCADE'),
    /** Settings of the school's connection to an external learning platform (LTI), as a JSON object. */
    settings: text(),
    version: integer(),
    updated_ms: integer(),
  }),
  class: defineResourceTable(
    classResource,
    {
      name: caselessText(),
      /** Year in which the class started; '' if none was given. */
      grade: text(),
      head_teacher_id: integer().nullable().references('user'),
      note: text(),
    },
    {
      indexes: {
        class_head: { on: 'head_teacher_id', where: 'head_teacher_id IS NOT NULL' },
        class_updated: 'school_id, updated_ms, name, grade',
      },
    },
  ),
  class_teacher: defineTable(
    {
      class_id: integer().references('class', 'CASCADE'),
      user_id: integer().references('user'),
    },
    {
      primaryKey: 'class_id, user_id',
      withoutRowid: true,
      indexes: {
        class_teacher_user: 'user_id',
      },
    },
  ),
};

/** Word index of users, maintained by `rebuildPersonWords`; see person-words.ts. */
export interface UserSearchTables {
  user_text: { rowid: number; grams: string };
}
/**
 * Creates the word index. CREATE STATISTICS gives PostgreSQL's planner data on the expressions that the lists' queries use; otherwise it assumes that
 * every user type is rare.
 */
export const userStatements = {
  sqlite: "CREATE VIRTUAL TABLE user_text USING fts5 (grams, content = '', contentless_delete = 1, detail = 'none', tokenize = 'ascii');",
  postgres: `
    CREATE TABLE user_text (rowid bigint PRIMARY KEY, grams text[] NOT NULL, person_type smallint, person_status smallint);
    CREATE INDEX user_text_grams ON user_text USING gin (grams);
    -- Statistics of word frequencies would make the planner expect many matches and scan the table.
    ALTER TABLE user_text ALTER COLUMN grams SET STATISTICS 0;
    -- Columns of the user that searches filter by. A change of such a column replaces the row of the words.
    CREATE FUNCTION user_text_filled() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      SELECT user_type, status INTO NEW.person_type, NEW.person_status FROM "user" WHERE id = NEW.rowid;
      RETURN NEW;
    END $$;
    CREATE TRIGGER user_text_filled BEFORE INSERT ON user_text FOR EACH ROW EXECUTE FUNCTION user_text_filled();
    CREATE STATISTICS user_searched ON (name || chr(10) || login_name || chr(10) || student_no || chr(10) || coalesce(ticket_no, '')) FROM "user";
    CREATE STATISTICS school_searched ON (title || chr(10) || website || chr(10) || record || chr(10) || site_code || chr(10) || contact) FROM school;
    CREATE STATISTICS user_type_asked ON (coalesce(user_type, 0)) FROM "user";
    CREATE STATISTICS user_status_asked ON (coalesce(status, 0)) FROM "user";
  `,
};
