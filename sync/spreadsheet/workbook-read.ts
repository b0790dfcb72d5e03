import { readNumberFormats } from './number-format.ts';
import { isLegacyOfficeFile, isZipFile, PackageError, readPackage } from './package-read.ts';
import { findLastRowNumber, readSheetRows, readSharedStrings, type WorkbookParts } from './sheet-rows.ts';
import { parseCsvSheet } from './text-sheet.ts';
import { maxSkippedEmptyRows, type WorkbookLimits, type WorkbookProblem, type WorkbookSheet, WorkbookError } from './workbook.ts';
import { DoctypeError, stripXmlPrefix, walkXml } from './xml-walk.ts';

const parts = /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/i;
const isSheet = /^xl\/worksheets\//i;
const mb = 1024 * 1024;

/**
 * Reads every sheet of an xlsx file, or a CSV file as one sheet. Returns the problem if the file cannot be read. No more is unpacked or read
 * than the limits allow, regardless of the sizes stated in the file.
 */
export function readWorkbook(bytes: Uint8Array, limits: WorkbookLimits): readonly WorkbookSheet[] | WorkbookProblem {
  if (bytes.length > limits.fileMb * mb) return { kind: 'tooLarge', limitMb: limits.fileMb };
  if (isLegacyOfficeFile(bytes)) return { kind: 'oldXls' };
  if (!isZipFile(bytes)) return readCsv(bytes, limits);
  try {
    const sheets = readSheets(bytes, limits);
    return sheets.every((sheet) => sheet.hidden) ? { kind: 'noSheet' } : sheets;
  } catch (error) {
    if (error instanceof WorkbookError) return error.problem;
    if (error instanceof DoctypeError) return { kind: 'doctype' };
    if (error instanceof PackageError) return findEmptyRowsProblem(error) ?? error.problem;
    return { kind: 'damaged', cause: error instanceof Error ? error.message : String(error) };
  }
}

function readCsv(bytes: Uint8Array, limits: WorkbookLimits): readonly WorkbookSheet[] | WorkbookProblem {
  const sheet = parseCsvSheet(bytes);
  if (sheet === undefined) return { kind: 'notXlsx' };
  return sheet.rows.length > limits.rows ? { kind: 'tooManyRows', sheet: sheet.name, limit: limits.rows } : [sheet];
}

function readSheets(bytes: Uint8Array, limits: WorkbookLimits): WorkbookSheet[] {
  const files = readPackage(bytes, limits, (name) => parts.test(name));
  const readText = (name: string): string => decodeText(files.get(name) ?? new Uint8Array());
  if (!files.has('xl/workbook.xml')) throw new WorkbookError({ kind: 'notXlsx' });
  const targets = readRelations(readText('xl/_rels/workbook.xml.rels'));
  const { sheets, from1904 } = readWorkbookPart(readText('xl/workbook.xml'));
  const book: WorkbookParts = {
    strings: readSharedStrings(readText('xl/sharedStrings.xml')),
    looks: readNumberFormats(readText('xl/styles.xml')),
    from1904,
  };
  return sheets.flatMap(({ name, relation, hidden }): WorkbookSheet[] => {
    const path = targets.get(relation) ?? '';
    if (hidden && files.has(path)) return [{ name, hidden: true, rows: [] }];
    return files.has(path) ? [{ name, part: path, rows: readSheetRows(name, readText(path), book, limits.rows) }] : [];
  });
}

const decodeText = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Reads the relations of the workbook: relation id → path of the file in the package. */
function readRelations(xml: string): Map<string, string> {
  const partById = new Map<string, string>();
  walkXml(xml, {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined)
        partById.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return partById;
}

function readWorkbookPart(xml: string) {
  const sheets: { name: string; relation: string; hidden: boolean }[] = [];
  let from1904 = false;
  walkXml(xml, {
    open: (name, attributes) => {
      if (name === 'workbookPr') from1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      const relation = Object.entries(attributes).find(([key]) => key.includes(':') && stripXmlPrefix(key).toLowerCase() === 'id')?.[1];
      if (name === 'sheet' && relation !== undefined)
        sheets.push({ name: attributes['name'] ?? '', relation, hidden: /^(?:very)?hidden$/i.test(attributes['state'] ?? '') });
    },
  });
  return { sheets, from1904 };
}

/**
 * Recognises a sheet whose empty rows a user formatted down to the last one. It looks like a zip bomb but is harmless. Returns this problem, or
 * undefined.
 */
function findEmptyRowsProblem({ part }: PackageError): WorkbookProblem | undefined {
  if (part === undefined || !isSheet.test(part.name)) return undefined;
  const xmlStart = decodeText(part.partialContent);
  const count = (pattern: RegExp): number => xmlStart.match(pattern)?.length ?? 0;
  const rows = count(/<(?:\w+:)?row\b/g);
  // A value in at least every tenth row means that the sheet is large, not empty.
  if (rows <= maxSkippedEmptyRows || count(/<(?:\w+:)?(?:v|is)>/g) * 10 > rows) return undefined;
  return { kind: 'tooManyEmptyRows', sheet: '', row: findLastRowNumber(xmlStart), limit: maxSkippedEmptyRows };
}
