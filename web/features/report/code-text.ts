import { joinSentences } from '../../lib/punctuation.ts';

/** Code of the authority for a value of ours, such as 1 for 男. */
export interface ReportCode {
  readonly from: string;
  readonly to: string;
}

/** Writes a code table on one line: "男=1；女=2" or "男=1; 女=2". */
export const formatCodes = (codes: readonly ReportCode[]): string => joinSentences(codes.map(({ from, to }) => `${from}=${to}`));

/** Reads a code table from a line, with Chinese or Latin signs; null if a part has no value or no code. */
export function parseCodes(text: string): ReportCode[] | null {
  const parts = text
    .split(/[;；\n]/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const codes = parts.flatMap((part) => {
    const [from = '', to = '', ...more] = part.split(/[=＝]/).map((side) => side.trim());
    return from === '' || to === '' || more.length > 0 ? [] : [{ from, to }];
  });
  return codes.length === parts.length ? codes : null;
}
