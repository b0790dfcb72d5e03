/**
 * Prefixes an apostrophe to texts that a spreadsheet would run as a formula. Texts that already look escaped get another one, so that
 * `unescapeFormulaCell` restores every text exactly.
 */
export const escapeFormulaCell = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormulaCell` added. */
export const unescapeFormulaCell = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);
