/** Digits that a spreadsheet keeps of a number. */
const keptDigits = 15;

/**
 * Writes a number as a spreadsheet shows it, to 15 digits: "0.1" for 0.10000000000000001, "13800138000" for 1.3800138E10. An ID number that a program wrote
 * with all its digits keeps them; one that a spreadsheet has rounded stays 1.10101199003078E+17, so that no import takes it for a number.
 */
export function formatPlainNumber(text: string): string {
  const value = Number(text);
  if (/^-?(?:\d{0,15}(?:\.\d{1,10})?|\d{16,})$/.test(text) || !Number.isFinite(value)) return text;
  const rounded = Number(value.toPrecision(keptDigits));
  if (Math.abs(rounded) >= 10 ** keptDigits) return rounded.toExponential().toUpperCase();
  return Number.isInteger(rounded) ? BigInt(rounded).toString() : String(rounded);
}
