import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import { toTextFromHtml } from '../../question-markup.ts';
import { findColumnByHeading } from '../excel/excel-columns.ts';
import { optionStartPattern, getPlainLine } from './word-lines.ts';

/**
 * Converts a layout table to lines of text: options laid out in cells, or one question per row under headings. Returns undefined for a table that is
 * part of a question.
 */
export function convertTableToLines(table: string): string[] | undefined {
  const rows = readTableCells(table);
  if (rows === undefined) return undefined;
  const options = findOptionLines(rows.flat(2)) ?? joinLetteredCells(rows.flat());
  return options ?? readQuestionLines(expandMergedCells(table, rows));
}

const readSpan = (tag: string, name: string): number => Number(new RegExp(`\\b${name}="(\\d{1,3})"`).exec(tag)?.[1] ?? 1);
/** Maximum number of columns of a table of questions. */
const mostColumns = 60;

/** Expands merged cells: a cell that spans rows is repeated in each, a cell that spans columns is put in the first. */
function expandMergedCells(table: string, rows: readonly (readonly string[][])[]): string[][][] {
  if (!/<t[dh]\b[^>]*(?:col|row)span/.test(table)) return rows.map((row) => [...row]);
  const tags = [...table.matchAll(/<tr>([^]*?)<\/tr>/g)].map((row) =>
    [...(row[1] ?? '').matchAll(/<t[dh](?: [^>]*)?>/g)].map(([tag]) => tag),
  );
  const grid: string[][][] = rows.map(() => []);
  for (const [at, row] of rows.entries()) {
    let column = 0;
    for (const [place, parts] of row.entries()) {
      while (grid[at]?.[column] !== undefined) column += 1;
      const tag = tags[at]?.[place] ?? '';
      const [wide, high] = [Math.min(readSpan(tag, 'colspan'), mostColumns - column), Math.min(readSpan(tag, 'rowspan'), rows.length - at)];
      for (let down = 0; down < high; down++)
        for (let across = 0; across < wide; across++) {
          const line = grid[at + down];
          if (line) line[column + across] = across === 0 ? [...parts] : [];
        }
      column += Math.max(wide, 0);
      if (column >= mostColumns) break;
    }
  }
  return grid.map((line) => Array.from(line, (parts) => parts ?? []));
}

/** Returns rows, cells, and the lines of each cell; undefined if the table contains another table. */
export function readTableCells(table: string): string[][][] | undefined {
  if (table.indexOf('<table', 1) > 0) return undefined;
  return [...table.matchAll(/<tr>([^]*?)<\/tr>/g)].map((row) =>
    [...(row[1] ?? '').matchAll(/<t[dh](?: [^>]*)?>([^]*?)<\/t[dh]>/g)].map((cell) => splitCell(cell[1] ?? '')),
  );
}

const splitCell = (cell: string): string[] =>
  cell
    .split(/<\/?p>|<br>/)
    .map((html) => html.trim())
    .filter((html) => getPlainLine(html).trim() !== '' || html.includes('<img'));

const findOptionLines = (parts: readonly string[]): string[] | undefined =>
  parts.length > 1 && parts.every((html) => optionStartPattern.test(getPlainLine(html))) ? [...parts] : undefined;

/** Maximum number of options of a question. */
const mostOptions = 8;

/** Reads letters in cells of their own: A | 灯 | B | 开关. */
function joinLetteredCells(cells: readonly (readonly string[])[]): string[] | undefined {
  const filled = cells.filter((parts) => parts.length > 0);
  if (filled.length < 4 || filled.length % 2 === 1 || filled.length > mostOptions * 2) return undefined;
  const lines = filled.flatMap((parts, at) => {
    if (at % 2 === 1) return [];
    const letter = String.fromCharCode(65 + at / 2);
    const letterText = toTextFromHtml(parts.join('')).normalize('NFKC').toUpperCase();
    return letterText.replace(/^\(/, '').replace(/[).、:]$/, '') === letter ? [`${letter}. ${(filled[at + 1] ?? []).join('<br>')}`] : [];
  });
  return lines.length === filled.length / 2 ? lines : undefined;
}

/** Fields of a question that a table may have besides stem, options and answer, with the label that begins the line of text of each. */
const furtherWords: Readonly<Partial<Record<keyof ImportedQuestionDraft, string>>> = {
  left: '左项',
  items: '评分点',
  veto: '否决项',
  files: '作答附件数',
  difficulty: '难度',
  uniformity: '一致性',
  level: '等级',
  profId: '职业编号',
  tradeId: '工种编号',
  category: '分类',
  tags: '标签',
  source: '来源',
  scoreHint: '分值',
  pointCode: '鉴定点',
};

/** Reads a table of questions whose columns are named as in our spreadsheet: 题号, 题干, 选项A … 答案. */
function readQuestionLines(tableRows: readonly (readonly string[][])[]): string[] | undefined {
  // A title may precede the names of the columns.
  const start = tableRows
    .slice(0, 4)
    .findIndex((row) => row.filter((cell) => findColumnByHeading(toTextFromHtml(cell.join('')))).length >= 2);
  const [head = [], ...rows] = tableRows.slice(Math.max(0, start));
  const names = head.map((cell) => toTextFromHtml(cell.join('')));
  const columns = names.map((name) => findColumnByHeading(name)?.column);
  const findColumnIndex = (field: string): number => columns.findIndex((column) => column?.field === field);
  const [stem, answer, type, analysis] = [
    findColumnIndex('stem'),
    findColumnIndex('answer'),
    findColumnIndex('type'),
    findColumnIndex('analysis'),
  ];
  if (stem < 0 || answer < 0) return undefined;
  const numberColumn = names.findIndex((name) => /^(?:题号|序号|编号|No\.?)$/i.test(name.trim()));
  return rows.flatMap((cells, row) => {
    const readCell = (place: number): string => (cells[place] ?? []).join('<br>');
    // A row with content but without a stem is a faulty question and is reported.
    if (cells.every((parts, place) => place === numberColumn || parts.length === 0)) return [];
    const number = /^\d{1,4}$/.exec(toTextFromHtml(readCell(numberColumn)).trim())?.[0] ?? String(row + 1);
    const typeWord = toTextFromHtml(readCell(type)).trim();
    return [
      `${number}. ${typeWord === '' ? '' : `【${typeWord}】`}${readCell(stem)}`,
      ...columns.flatMap((column, place) =>
        column?.option === undefined || readCell(place) === '' ? [] : [`${String.fromCharCode(65 + column.option)}. ${readCell(place)}`],
      ),
      `答案：${readCell(answer)}`,
      ...(readCell(analysis) === '' ? [] : [`解析：${readCell(analysis)}`]),
      ...columns.flatMap((column, place) => {
        const word = column && furtherWords[column.field];
        const [first, ...more] = cells[place] ?? [];
        return word === undefined || first === undefined ? [] : [`${word}：${first}`, ...more];
      }),
    ];
  });
}
