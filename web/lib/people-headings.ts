import { importColumns, type ImportColumn } from '../../sync/contract/person.ts';
import { plainText } from '../../sync/machines/plain-text.ts';
import { headingHint, otherHeadings, ownHeadings } from './people-headings-table.ts';

/** Normalizes a heading: "姓 名" and "姓名＊" become equal. */
export const plainHeading = (heading: string): string =>
  plainText(heading)
    .replaceAll(/[*\s：:]/gu, '')
    .toLowerCase();

/** Removes instructions in brackets: "姓名（必填）" becomes 姓名, while "手机号（家长）" names another person's number and stays unchanged. */
export const unhinted = (heading: string): string =>
  plainHeading(heading).replaceAll(/[([【〔]([^()[\]【】〔〕]*)[)\]】〕]/gu, (whole, inside: string) =>
    inside.split(/[,，、;；/|]/u).every((part) => headingHint.test(part)) ? '' : whole,
  );

const own = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    (['zh-CN', 'en'] as const).map((language) => [plainHeading(ownHeadings[language][column]), column] as const),
  ),
);
const others = new Map<string, ImportColumn>(
  importColumns.flatMap((column) => (otherHeadings[column] ?? []).map((name) => [plainHeading(name), column] as const)),
);

/** Returns true if the heading is the product's own name of the column, in either language. */
export const isOwnName = (heading: string, column: ImportColumn): boolean => own.get(unhinted(heading)) === column;

/** Maps the headings of a row to columns among `wanted`. Each column is used once; the product's own names take precedence over other names. */
export function columnsOf<K>(headings: ReadonlyMap<K, string>, wanted: readonly ImportColumn[]): Map<K, ImportColumn> {
  const found = new Map<K, ImportColumn>();
  const taken = new Set<ImportColumn>();
  for (const names of [own, others])
    for (const read of [plainHeading, unhinted])
      for (const [place, heading] of headings) {
        const column = names.get(read(heading));
        if (column === undefined || !wanted.includes(column) || found.has(place) || taken.has(column)) continue;
        found.set(place, column);
        taken.add(column);
      }
  return found;
}
