/** Splits values into slices that fit into one statement. SQLite binds at most 32 766 values in a statement, PostgreSQL 65 535. */
export const sliceValues = <T>(values: readonly T[], size = 1000): T[][] =>
  Array.from({ length: Math.ceil(values.length / size) }, (_, part) => values.slice(part * size, (part + 1) * size));
