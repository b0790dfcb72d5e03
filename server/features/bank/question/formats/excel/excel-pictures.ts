import { strFromU8 } from 'fflate';
import type { WorkbookSheet } from '../../../../../../sync/spreadsheet/workbook.ts';
import { formatPictureMark } from '../picture-reference.ts';
import { listDescendants, findFirstChild, parseXml, getElementText, type XmlElement } from '../xml-tree.ts';
import { readZip } from '../zip-read.ts';

/** A picture at a cell: floating above the sheet, or the content of the cell itself (`isCell`). */
export interface CellPicture {
  readonly column: number;
  readonly mark: string;
  readonly isInCell: boolean;
}
export interface SheetPictures {
  readonly pictures: ReadonlyMap<string, Uint8Array>;
  /** Returns the pictures of a sheet by row number. */
  readonly getPicturesByRow: (sheet: WorkbookSheet) => Map<number, CellPicture[]>;
}
export const noSheetPictures: SheetPictures = { pictures: new Map(), getPicturesByRow: () => new Map() };

const picturePartName = /^xl\/(?:media\/|drawings\/|worksheets\/_rels\/|cellimages\.xml|_rels\/cellimages\.xml|metadata\.xml|richData\/)/i;

/** Reads the pictures of a workbook: floating ones, pictures in cells of WPS (DISPIMG), and pictures in cells of Excel (rich values). */
export function readExcelPictures(bytes: Uint8Array): SheetPictures {
  const files = readZip(bytes, (name) => picturePartName.test(name));
  const pictures = new Map([...files].filter(([name]) => /^xl\/media\//i.test(name)));
  if (pictures.size === 0) return noSheetPictures;
  const readXml = (name: string): XmlElement | undefined => {
    const file = files.get(name);
    return file === undefined ? undefined : parseXml(strFromU8(file));
  };
  /** Maps the relationship ids of a file in the workbook's zip to the paths of the files that they refer to. */
  const readRelations = (part: string): ReadonlyMap<string, string> => {
    const at = part.lastIndexOf('/') + 1;
    const found = readXml(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
    return new Map(
      (found ? listDescendants(found, 'relationship') : []).flatMap((each) =>
        readAttribute(each, 'targetmode') === 'External'
          ? []
          : [[readAttribute(each, 'id'), resolveTarget(part.slice(0, at), readAttribute(each, 'target'))] as const],
      ),
    );
  };
  const byId = readPicturesById(readXml('xl/cellimages.xml'), readRelations('xl/cellimages.xml'));
  const byValue = readPicturesByValue(
    readXml('xl/metadata.xml'),
    readXml('xl/richData/rdrichvalue.xml'),
    readXml('xl/richData/richValueRel.xml'),
    readRelations('xl/richData/richValueRel.xml'),
  );
  return {
    pictures,
    getPicturesByRow(sheet) {
      const picturesByRow = new Map<number, CellPicture[]>();
      const add = (row: number, column: number, part: string | undefined, isCell: boolean): void => {
        if (part === undefined || !pictures.has(part)) return;
        picturesByRow.set(row, [...(picturesByRow.get(row) ?? []), { column, mark: formatPictureMark(part), isInCell: isCell }]);
      };
      for (const drawing of sheet.part === undefined ? [] : readRelations(sheet.part).values())
        if (/\/drawings\/drawing\d*\.xml$/i.test(drawing))
          for (const { row, column, part, own } of listAnchoredPictures(readXml(drawing), readRelations(drawing)))
            // A picture with an address is one that our export wrote. The texts refer to it by this address, so it is not added to the cell.
            if (own === undefined) add(row, column, part, false);
            else if (part !== undefined) pictures.set(own, pictures.get(part) ?? new Uint8Array());
      for (const row of sheet.rows)
        for (const [column, { kind, text, richValue }] of row.cells) {
          const id = kind === 'formula' ? /DISPIMG\("([^"]{1,99})"/i.exec(text)?.[1] : undefined;
          if (id !== undefined) add(row.number, column, byId.get(id), true);
          if (richValue !== undefined) add(row.number, column, byValue[richValue - 1], true);
        }
      return picturesByRow;
    },
  };
}

function resolveTarget(folder: string, target: string): string {
  const steps: string[] = [];
  for (const step of (target.startsWith('/') ? target : `${folder}${target}`).split('/'))
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  return steps.join('/');
}

const readAttribute = (element: XmlElement | undefined, name: string): string =>
  Object.entries(element?.attributes ?? {}).find(([key]) => key.slice(key.indexOf(':') + 1).toLowerCase() === name)?.[1] ?? '';

function listAnchoredPictures(drawing: XmlElement | undefined, to: ReadonlyMap<string, string>) {
  return (drawing ? listDescendants(drawing, 'twocellanchor', 'onecellanchor') : []).flatMap((anchor) => {
    const from = findFirstChild(anchor, 'from');
    const [row, column] = [Number(getElementText(findFirstChild(from, 'row'))), Number(getElementText(findFirstChild(from, 'col')))];
    const own = /^\/uploads\/([0-9a-f]{32}\.[a-z0-9]{2,5})$/.exec(readAttribute(listDescendants(anchor, 'cnvpr')[0], 'descr'))?.[1];
    return listDescendants(anchor, 'blip').map((blip) => ({ row: row + 1, column, part: to.get(readAttribute(blip, 'embed')), own }));
  });
}

/** Reads the pictures that WPS places in cells, by name: `<cellImage><pic><cNvPr name="ID_…"/>…<blip embed="rId1"/>`. */
function readPicturesById(root: XmlElement | undefined, to: ReadonlyMap<string, string>): ReadonlyMap<string, string | undefined> {
  return new Map(
    (root ? listDescendants(root, 'cellimage') : []).map((image) => [
      readAttribute(listDescendants(image, 'cnvpr')[0], 'name'),
      to.get(readAttribute(listDescendants(image, 'blip')[0], 'embed')),
    ]),
  );
}

/**
 * Reads the pictures that Excel places in cells. A cell's `vm` is an index into the metadata, which points to a rich value, whose first value names
 * the relationship.
 */
function readPicturesByValue(
  metadata: XmlElement | undefined,
  values: XmlElement | undefined,
  places: XmlElement | undefined,
  to: ReadonlyMap<string, string>,
): readonly (string | undefined)[] {
  if (!metadata || !values || !places) return [];
  const rich = listDescendants(metadata, 'rvb').map((each) => Number(readAttribute(each, 'i')));
  const rows = listDescendants(values, 'rv').map((each) => Number(getElementText(findFirstChild(each, 'v'))));
  const ids = listDescendants(places, 'rel').map((each) => readAttribute(each, 'id'));
  const [counted] = listDescendants(metadata, 'valuemetadata');
  return (counted ? listDescendants(counted, 'rc') : []).map((each) => {
    const row = rich[Number(readAttribute(each, 'v'))];
    return row === undefined ? undefined : to.get(ids[rows[row] ?? -1] ?? '');
  });
}
