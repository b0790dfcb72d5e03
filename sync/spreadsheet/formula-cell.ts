/**
 * Prefixes an apostrophe to texts that a spreadsheet would run as a formula. Texts that already look escaped get another one, so that
 * `unescapeFormulaCell` restores every text exactly.
 */
export const escapeFormulaCell = (text: string): string => (/^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text);

/** Removes the apostrophe that `escapeFormulaCell` added. */
export const unescapeFormulaCell = (text: string): string => (/^'+[=+\-@\t\r]/.test(text) ? text.slice(1) : text);

/** Escapes text that looks like a spreadsheet's own notation of a character: `_x0041_` would be shown as "A". */
export const escapeCharacterCode = (text: string): string => text.replace(/_(?=x[0-9A-F]{4}_)/gi, '_x005F_');
