import type Sqlite from 'better-sqlite3';

interface Entry {
  readonly type: 'table' | 'index' | 'trigger';
  readonly name: string;
  readonly tbl_name: string;
  readonly sql: string;
}

/**
 * Describes tables, columns, indexes and triggers of a SQLite database in sorted lines. Two databases with the same lines have the same schema;
 * the order of columns and of a column's clauses is left out.
 */
export function describeSqliteSchema(raw: Sqlite.Database): string[] {
  const entries = raw
    .prepare<[], Entry>(
      "SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    )
    .all();
  return entries.flatMap((entry) => describeEntry({ ...entry, sql: normalise(entry.sql) })).toSorted();
}

/** Removes comments, quotation marks of names and differences of white space. */
const normalise = (sql: string): string =>
  sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([(),;]) ?/g, '$1')
    .trim();

function describeEntry({ type, name, sql }: Entry): string[] {
  if (type !== 'table' || sql.startsWith('CREATE VIRTUAL')) return [`${type} ${name}: ${sql}`];
  const [open, close] = [sql.indexOf('('), sql.lastIndexOf(')')];
  return [
    `table ${name}:${sql.slice(close + 1)}`,
    ...splitAtCommas(sql.slice(open + 1, close)).map((part) => `column or key of ${name}: ${sortClauses(part)}`),
  ];
}

/** Splits the body of a CREATE TABLE statement at the commas outside of parentheses. */
function splitAtCommas(body: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of body) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

const clauses = /(?: |(?<=\)))(?=(?:NOT NULL|COLLATE|DEFAULT|UNIQUE|PRIMARY KEY|CHECK|REFERENCES|GENERATED)\b)/;
function sortClauses(part: string): string {
  const sorted = part.split(clauses).toSorted();
  // An integer primary key is the row id and never null, whether the declaration says so or not.
  return (sorted.includes('PRIMARY KEY') ? sorted.filter((clause) => clause !== 'NOT NULL') : sorted).join(' ');
}
