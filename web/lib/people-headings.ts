import { importColumns, type ImportColumn } from '../../sync/contract/person.ts';
import { plainText } from '../../sync/machines/plain-text.ts';
import { headingHint, otherHeadings, ownHeadings } from './people-headings-table.ts';

/** "姓 名" and "姓名＊" are one heading. */
export const plainHeading = (heading: string): string =>
  plainText(heading)
    .replaceAll(/[*\s：:]/gu, '')
    .toLowerCase();

/** "姓名（必填）" is 姓名; "手机号（家长）" is somebody else's number and stays what it is. */
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

/** Is this what we call the column ourselves, in either language? */
export const isOwnName = (heading: string, column: ImportColumn): boolean => own.get(unhinted(heading)) === column;

/** Which of our columns each heading of a row names, of those that are `wanted`; each once, under its own name before another. */
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
