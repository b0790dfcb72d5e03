import type { ClientBase } from 'pg';

/**
 * Describes tables, columns, constraints, indexes, triggers, functions and statistics of the connection's current schema in sorted lines. Two
 * databases with the same lines have the same schema; the order of columns is left out.
 */
export async function describePostgresSchema(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ line: string; schema: string }>(`
    WITH own AS (SELECT oid, relname, relkind, reloptions FROM pg_class WHERE relnamespace = current_schema()::regnamespace),
    lines AS (
      SELECT concat_ws(' ', 'table', relname, reloptions::text) AS line FROM own WHERE relkind = 'r'
      UNION ALL SELECT concat_ws(' ', 'column', relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
          attidentity::text, attgenerated::text, attstattarget::text, pg_get_expr(adbin, adrelid))
        FROM own JOIN pg_attribute ON attrelid = own.oid AND attnum > 0 AND NOT attisdropped
        LEFT JOIN pg_attrdef ON adrelid = own.oid AND adnum = attnum WHERE relkind = 'r'
      UNION ALL SELECT concat_ws(' ', 'constraint', relname, conname, pg_get_constraintdef(pg_constraint.oid))
        FROM own JOIN pg_constraint ON conrelid = own.oid
      UNION ALL SELECT concat('index ', pg_get_indexdef(oid)) FROM own WHERE relkind = 'i'
      UNION ALL SELECT pg_get_triggerdef(pg_trigger.oid) FROM own JOIN pg_trigger ON tgrelid = own.oid WHERE NOT tgisinternal
      UNION ALL SELECT pg_get_functiondef(pg_proc.oid) FROM pg_proc JOIN pg_language ON pg_language.oid = prolang
        WHERE pronamespace = current_schema()::regnamespace AND lanname IN ('sql', 'plpgsql')
          AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
      UNION ALL SELECT pg_get_statisticsobjdef(oid) FROM pg_statistic_ext WHERE stxnamespace = current_schema()::regnamespace
    )
    SELECT line, current_schema() AS schema FROM lines`);
  return rows.map(({ line, schema }) => line.replaceAll(`${schema}.`, '').replaceAll(/\s+/g, ' ').trim()).toSorted();
}
