import { personImportColumns, type PersonImportColumn } from '../../../sync/contract/people/person.ts';
import { toMatchText } from '../../../sync/domain/plain-text.ts';
import { headingHintPattern, otherPeopleHeadings, ownPeopleHeadings } from './people-headings-table.ts';

/** Normalizes a heading: "姓 名" and "姓名＊" become equal. */
export const normaliseHeading = (heading: string): string =>
  toMatchText(heading)
    .replaceAll(/[*\s：:]/gu, '')
    .toLowerCase();

/** Removes instructions in brackets: "姓名（必填）" becomes 姓名, while "手机号（家长）" names another person's number and stays unchanged. */
export const removeHeadingHints = (heading: string): string =>
  normaliseHeading(heading).replaceAll(/[([【〔]([^()[\]【】〔〕]*)[)\]】〕]/gu, (whole, inside: string) =>
    inside.split(/[,，、;；/|]/u).every((part) => headingHintPattern.test(part)) ? '' : whole,
  );

const own = new Map<string, PersonImportColumn>(
  personImportColumns.flatMap((column) =>
    (['zh-CN', 'en'] as const).map((language) => [normaliseHeading(ownPeopleHeadings[language][column]), column] as const),
  ),
);
const others = new Map<string, PersonImportColumn>(
  personImportColumns.flatMap((column) => (otherPeopleHeadings[column] ?? []).map((name) => [normaliseHeading(name), column] as const)),
);

/** Returns true if the heading is the product's own name of the column, in either language. */
export const isOwnName = (heading: string, column: PersonImportColumn): boolean => own.get(removeHeadingHints(heading)) === column;

/** Maps the headings of a row to columns among `wanted`. Each column is used once; the product's own names take precedence over other names. */
export function mapHeadingsToColumns<K>(
  headings: ReadonlyMap<K, string>,
  wanted: readonly PersonImportColumn[],
): Map<K, PersonImportColumn> {
  const found = new Map<K, PersonImportColumn>();
  const taken = new Set<PersonImportColumn>();
  for (const names of [own, others])
    for (const read of [normaliseHeading, removeHeadingHints])
      for (const [place, heading] of headings) {
        const column = names.get(read(heading));
        if (column === undefined || !wanted.includes(column) || found.has(place) || taken.has(column)) continue;
        found.set(place, column);
        taken.add(column);
      }
  return found;
}
