import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

/** A row of the import template, as a user fills it in: texts of one question by column heading. */
export type FilledRow = Readonly<Record<string, string>>;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const letterOf = (column: number): string =>
  (column > 25 ? letterOf(Math.floor(column / 26) - 1) : '') + String.fromCodePoint(65 + (column % 26));

/** Adds rows to the downloaded template and leaves everything else unchanged. `more` is appended as raw XML rows. */
export function fillTemplate(template: Uint8Array, rows: readonly FilledRow[], more = ''): Buffer {
  const files = unzipSync(template);
  const name = 'xl/worksheets/sheet1.xml';
  const xml = strFromU8(files[name] ?? new Uint8Array());
  const strings = [...strFromU8(files['xl/sharedStrings.xml'] ?? new Uint8Array()).matchAll(/<si>.*?<\/si>/gs)].map((found) =>
    found[0].replaceAll(/<[^>]*>/g, ''),
  );
  const [heading = ''] = /<row\b.*?<\/row>/s.exec(xml) ?? [];
  const columns = [...heading.matchAll(/<c\b[^>]*>(.*?)<\/c>/gs)].map(
    (cell) => strings[Number(/<v>(\d+)<\/v>/.exec(cell[1] ?? '')?.[1] ?? -1)] ?? (cell[1] ?? '').replaceAll(/<[^>]*>/g, ''),
  );
  const unknown = rows.flatMap((row) => Object.keys(row)).filter((column) => !columns.includes(column));
  if (unknown.length > 0) throw new Error(`no such column in the template: ${unknown.join(', ')} of ${columns.join(', ')}`);
  const lines = rows.map((row, at) => {
    const cells = columns.flatMap((column, place) => {
      const text = row[column];
      if (text === undefined) return [];
      return [`<c r="${letterOf(place)}${at + 2}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`];
    });
    return `<row r="${at + 2}">${cells.join('')}</row>`;
  });
  // Row 2 of the template, below the headings, has only empty cells. Removes it, because the first filled-in row takes its place.
  const withoutEmptyRow = xml.replace(/<row r="2".*?<\/row>/s, '');
  files[name] = strToU8(withoutEmptyRow.replace('</sheetData>', () => `${lines.join('')}${more}</sheetData>`));
  return Buffer.from(zipSync(files, { level: 1 }));
}
