const getErrorCode = (error: unknown): string | undefined => (error as { code?: string }).code;

/** Checks for a violated unique index, by the error code of either engine. */
export const isUniqueViolation = (error: unknown): boolean => ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(getErrorCode(error) ?? '');

/** Checks for a violated foreign key, by the error code of either engine: another row still refers to the deleted one. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(getErrorCode(error) ?? '');
