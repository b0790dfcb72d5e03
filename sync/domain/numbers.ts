export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/** Lists the whole numbers from 1 to `count`. */
export const listNumbersTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** Formats a whole number with at least two digits, as on clocks, in dates and in seat numbers: 7 → "07". */
export const padTwoDigits = (number: number): string => String(number).padStart(2, '0');

/** Formats bytes as megabytes of 2^20 bytes with at most one decimal place: 12_900_000 → "12.3". */
export const formatMegabytes = (bytes: number): string => String(Math.round((bytes / 2 ** 20) * 10) / 10);
