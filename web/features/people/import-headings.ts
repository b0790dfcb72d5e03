import { importColumns, type ImportColumn } from '../../../sync/contract/person.ts';
import { otherHeadings } from './import-headings-table.ts';
import { peopleTexts } from './people-texts.ts';

/** "姓 名", "姓名＊" and "姓名（必填）" are one heading. */
const plain = (heading: string): string =>
  heading
    .normalize('NFKC')
    .replaceAll(/[（(][^（()）]*[)）]/gu, '')
    .replaceAll(/[*\s：:]/gu, '')
    .toLowerCase();

const own = new Map<string, ImportColumn>(
  importColumns.flatMap((column) =>
    (['zh-CN', 'en'] as const).map((language) => [plain(peopleTexts[language].columns[column]), column] as const),
  ),
);
const others = new Map<string, ImportColumn>(
  importColumns.flatMap((column) => (otherHeadings[column] ?? []).map((name) => [plain(name), column] as const)),
);

/** Which of our columns each heading of a row names; each of ours once, under its own name before another. */
export function columnsOf<K>(headings: ReadonlyMap<K, string>): Map<K, ImportColumn> {
  const found = new Map<K, ImportColumn>();
  const taken = new Set<ImportColumn>();
  for (const names of [own, others])
    for (const [place, heading] of headings) {
      const column = names.get(plain(heading));
      if (column === undefined || found.has(place) || taken.has(column)) continue;
      found.set(place, column);
      taken.add(column);
    }
  return found;
}
