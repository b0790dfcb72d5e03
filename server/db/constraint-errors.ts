const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code;

/** A unique index refused it, by either engine's code. */
export const isTaken = (error: unknown): boolean => ['SQLITE_CONSTRAINT_UNIQUE', '23505'].includes(codeOf(error) ?? '');

/** Something still refers to what was to go. */
export const isTied = (error: unknown): boolean => ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error) ?? '');
