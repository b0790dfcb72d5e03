import { expect, it } from 'vitest';
import { openDatabase } from './opening/open.ts';

/** Tables that belong to the platform and to no school. A table with rows about one school's people, papers or answers must not be listed here. */
const ofThePlatform = [
  // Certificate numbers continue across the schools of one certification body.
  'certificate_serial',
  'detail_event',
  'detail_line',
  'detail_table',
  'migration',
  'profession',
  'profession_trade',
  'rule_set',
  'server_identity',
  'start_step',
  'system_setting',
  'web_file',
];
/** Tables that refer to a school's row without a foreign key, each with the column that has the id of that row. */
const byNumber: Readonly<Record<string, string>> = {
  idempotent_response: 'user_id',
  question_band: 'question_id',
  assignment_mark: 'attempt_id',
  change_note: 'row_id',
};

const { raw } = openDatabase(':memory:', 0);
const names = (sql: string): string[] => raw.prepare<[], string>(sql).pluck().all();
const tables = names(
  `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!' ORDER BY name`,
);

/** Returns the tables whose rows each belong to one school (or the certified bank), directly or through a foreign key. */
function keyed(): Set<string> {
  const columns = (table: string) => names(`SELECT name FROM pragma_table_info('${table}')`);
  const found = new Set(
    tables.filter(
      (table) => table === 'school' || ['school_id', 'bank_id', byNumber[table]].some((name) => columns(table).includes(name ?? '')),
    ),
  );
  // A foreign key to the user who made or changed a row does not tell the row's school, so it counts only if deleting the user deletes the row.
  const owners = (table: string) =>
    names(`SELECT key."table" FROM pragma_foreign_key_list('${table}') AS key JOIN pragma_table_info('${table}') AS c ON c.name = key."from"
           WHERE (c."notnull" = 1 OR c.pk > 0) AND (key."table" <> 'user' OR key.on_delete = 'CASCADE')`);
  for (let before = -1; before !== found.size;) {
    before = found.size;
    for (const table of tables) if (owners(table).some((owner) => found.has(owner))) found.add(table);
  }
  return found;
}

it('every table is keyed by school, or is the platform’s', () => {
  const found = keyed();
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter((table) => !found.has(table))).toEqual(ofThePlatform);
});

it('the check finds a table that is not keyed by school', () => {
  raw.exec('CREATE TABLE stray (id INTEGER PRIMARY KEY, made_by INTEGER NOT NULL REFERENCES user (id))');
  tables.push('stray');
  expect(keyed().has('stray')).toBe(false);
});
