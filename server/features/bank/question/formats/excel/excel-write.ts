import writeExcelFile, { type Image, type SheetData } from 'write-excel-file/node';
import type { QuestionBody } from '../../../../../../sync/contract/bank/question.ts';
import type { ImportedQuestionDraft } from '../../../../../../sync/contract/bank/question-file.ts';
import type { Language } from '../../../../../http/handler.ts';
import { toImportDraft } from '../draft-write.ts';
import { findTypeName, getWrittenTypeName } from '../draft-words.ts';
import { htmlFields, type QuestionSheetColumn, questionSheetColumns } from './excel-columns.ts';
import { readPictureSize } from '../picture-size.ts';
import { toPlainFromHtml } from '../text/plain-html.ts';
import type { PicturesByUrl } from '../question-format.ts';
import { templateExamples, templateTexts } from './template-table.ts';
import { columnFormats, createTextCell, createTextRow } from '../../../../../../sync/spreadsheet/column-format.ts';

/** Longest text of one cell, in characters. A longer text continues in further columns ("题干 2"). */
const longestCell = 32_000;

export async function writeExcel(questions: readonly QuestionBody[], pictures: PicturesByUrl = new Map()): Promise<Uint8Array> {
  return writeWorkbook(questions.map(toImportDraft), 'zh-CN', pictures);
}

/** Writes the empty template: the sheet to fill in, and explaining sheets, which an import skips. */
export const writeTemplate = (language: Language): Promise<Uint8Array> => writeWorkbook([], language);

async function writeWorkbook(
  drafts: readonly ImportedQuestionDraft[],
  language: Language,
  pictures: PicturesByUrl = new Map(),
): Promise<Uint8Array> {
  const { sheets, columnHead, typeHead, rules } = templateTexts[language];
  const columns = questionSheetColumns.map(({ width }) => ({ width }));
  const explaining = [
    {
      data: [
        columnHead.map(createBoldCell),
        ...questionSheetColumns
          .map((column) => getColumnHeading(column, language))
          .flatMap(([name, hint]) => (hint === '' ? [] : [[name, createWrappedCell(hint)]])),
      ] as SheetData,
      sheet: sheets[1],
      columns: [{ width: 16 }, { width: 90 }],
    },
    {
      data: [typeHead.map(createBoldCell), ...rules.map((row) => row.map(createWrappedCell))] as SheetData,
      sheet: sheets[2],
      columns: [{ width: 22 }, { width: 40 }, { width: 60 }],
    },
    { data: buildSheet(templateExamples, language), sheet: sheets[3], columns, stickyRowsCount: 1 },
  ];
  const data: SheetData = drafts.length === 0 ? [...buildSheet([], language), createTextRow(columns.length)] : buildSheet(drafts, language);
  const fileBytes = await writeExcelFile(
    [{ data, sheet: sheets[0], columns, stickyRowsCount: 1, images: placeImages(drafts, pictures) }, ...explaining],
    { features: [columnFormats] },
  ).toBuffer();
  return new Uint8Array(fileBytes);
}

/** Largest height in pixels of a picture shown beside its row. */
const shownPx = 90;

/** Places every picture once, to the right of the first row that shows it. The name of the image is the picture's address in the texts. */
function placeImages(drafts: readonly ImportedQuestionDraft[], pictures: PicturesByUrl): Image[] {
  const placedUrls = new Set<string>();
  return drafts.flatMap((draft, row) =>
    (JSON.stringify(draft).match(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g) ?? []).flatMap((url) => {
      const picture = pictures.get(url);
      if (picture === undefined || placedUrls.has(url)) return [];
      placedUrls.add(url);
      const { width, height } = readPictureSize(picture.bytes);
      const scale = Math.min(1, shownPx / height);
      return {
        content: Buffer.from(picture.bytes),
        contentType: picture.mime,
        width: Math.max(1, Math.round(width * scale)),
        height: Math.max(1, Math.round(height * scale)),
        dpi: 96,
        anchor: { row: row + 2, column: questionSheetColumns.length + 1 },
        title: url,
        description: url,
      };
    }),
  );
}

/** Returns the heading of a column and a hint on its contents. */
function getColumnHeading({ field, option, names, hint }: QuestionSheetColumn, language: Language): readonly [string, string] {
  const { headings, option: word, optionHint } = templateTexts[language];
  if (headings === undefined) return [names[0] ?? '', hint];
  return field === 'options' ? [`${word} ${String.fromCharCode(65 + (option ?? 0))}`, option === 0 ? optionHint : ''] : headings[field];
}

const createBoldCell = (value: string) => ({ value, fontWeight: 'bold' as const });
const createWrappedCell = (value: string) => ({ value, wrap: true });

function buildSheet(drafts: readonly ImportedQuestionDraft[], language: Language): SheetData {
  const rows = drafts.map((draft) => questionSheetColumns.map((column) => formatCellText(draft, column)));
  const more = questionSheetColumns.map((_, at) => Math.max(1, ...rows.map((row) => Math.ceil((row[at]?.length ?? 0) / longestCell))));
  const spreadCells = (cells: readonly string[], of: (text: string, part: number) => string): string[] =>
    cells.flatMap((text, at) => Array.from({ length: more[at] ?? 1 }, (_, part) => of(text, part)));
  return [
    spreadCells(
      questionSheetColumns.map((column) => getColumnHeading(column, language)[0]),
      (name, part) => (part === 0 ? name : `${name} ${part + 1}`),
    ).map(createBoldCell),
    // A cell that continues a long text begins with "…", so that no program removes white space at its start.
    ...rows.map((row) =>
      spreadCells(row, (text, part) =>
        part === 0
          ? text.slice(0, longestCell)
          : text.length > part * longestCell
            ? `…${text.slice(part * longestCell, (part + 1) * longestCell)}`
            : '',
      ).map((text) => (text === '' ? text : createTextCell(text))),
    ),
  ];
}

function formatCellText(draft: ImportedQuestionDraft, { field, option }: QuestionSheetColumn): string {
  const fillIn = findTypeName(draft.type) === 'fillIn';
  if (field === 'type') return getWrittenTypeName(draft.type);
  const value = field === 'options' ? (draft.options[option ?? 0] ?? '') : draft[field];
  return htmlFields.has(field) ? toPlainFromHtml(value, fillIn && field === 'stem') : value;
}
