/**
 * Geometry of machine-readable answer cards (答题卡), used by both the printed page and the reader of scans. All lengths are millimetres on A4,
 * measured from the top left corner of the page; positions are centres unless the field says otherwise.
 */

/** A line of bubbles. `many` is true if more than one may be filled. */
export interface CardRow {
  readonly label: string;
  readonly options: readonly string[];
  readonly many: boolean;
}
/** A box for a written answer. */
export interface CardBox {
  readonly label: string;
  readonly heightMm: number;
}
export interface CardSection {
  readonly title: string;
  readonly rows: readonly CardRow[];
  readonly boxes: readonly CardBox[];
}

export interface PlacedBubble {
  readonly option: string;
  readonly xMm: number;
  readonly yMm: number;
}
/** A row of bubbles with its position. `xMm`: right edge of the label. */
export interface PlacedRow {
  readonly label: string;
  readonly many: boolean;
  readonly xMm: number;
  readonly yMm: number;
  readonly bubbles: readonly PlacedBubble[];
}
/** A box with its position. `xMm`, `yMm`: top left corner. */
export interface PlacedBox {
  readonly label: string;
  readonly xMm: number;
  readonly yMm: number;
  readonly widthMm: number;
  readonly heightMm: number;
}
/** The title of a section. `yMm`: baseline of the text, which starts at the left edge of the content. */
export interface PlacedTitle {
  readonly text: string;
  readonly yMm: number;
}
export interface CardPage {
  readonly titles: readonly PlacedTitle[];
  readonly rows: readonly PlacedRow[];
  readonly boxes: readonly PlacedBox[];
}
export interface CardLayout {
  readonly pages: readonly CardPage[];
  /** Hash of the whole geometry. A card printed before a change has another hash, so it is not read by the new layout. */
  readonly hash: string;
}

const [left, right, top, bottom] = [18, 192, 17, 276];
const middle = (top + bottom) / 2;

/**
 * Elements of every page. `corners` run clockwise from the top left. `checks` show whether the page lies flat. `upright` is printed only near the
 * top left corner, so that a page that was scanned upside down is noticed.
 */
export const cardFrame = {
  pageWidthMm: 210,
  pageHeightMm: 297,
  /** Side of every black square on a card: `corners`, `checks` and `upright`. */
  markMm: 6,
  corners: [
    { xMm: left, yMm: top },
    { xMm: right, yMm: top },
    { xMm: right, yMm: bottom },
    { xMm: left, yMm: bottom },
  ],
  checks: [
    { xMm: left, yMm: middle },
    { xMm: right, yMm: middle },
  ],
  upright: { xMm: left + 16, yMm: top },
  /** QR code: top left corner and side of the symbol without its quiet zone, and its modules on a side (version 3). */
  code: { xMm: 162, yMm: 24, sideMm: 23.2, modules: 29, version: 3 },
  /** Place for name, ticket number and instructions: top left corner and size. */
  header: { xMm: 24, yMm: 23, widthMm: 132, heightMm: 28 },
  bubbleWidthMm: 5,
  bubbleHeightMm: 3.2,
  outlineMm: 0.25,
  /** Darkness of the letter printed in a bubble, from 0 (white) to 1 (black). It is light, so that the reader does not take it for a mark. */
  letterTone: 0.3,
  letterMm: 2.2,
} as const;

const content = { x: 24, right: 186, y: 55, bottom: 272 } as const;
const titleMm = 6;
const rowMm = 6;
const groupGapMm = 2.5;
const labelMm = 10;
const bubblePitchMm = 7;
const mostColumns = 5;
/** Maximum number of options in a row of bubbles. A row is never split over two lines. */
export const mostCardOptions = Math.floor((content.right - content.x - labelMm) / bubblePitchMm);

interface OpenPage {
  titles: PlacedTitle[];
  rows: PlacedRow[];
  boxes: PlacedBox[];
}

/**
 * Lays out a card. Rows stand in groups of five from left to right, then boxes over the whole width; a group or a box never breaks over two pages.
 * Throws a RangeError for a row with too many options or a box that is higher than a page.
 */
export function layOutCard(sections: readonly CardSection[]): CardLayout {
  const pages: OpenPage[] = [{ titles: [], rows: [], boxes: [] }];
  let y: number = content.y;
  /** Returns the page on which to draw a block of this height at `y`. Starts a new page if it does not fit on the current one. */
  const takeRoom = (heightMm: number): OpenPage => {
    if (heightMm > content.bottom - content.y) throw new RangeError(`a block of ${heightMm} mm does not fit on a page`);
    if (y + heightMm > content.bottom) {
      pages.push({ titles: [], rows: [], boxes: [] });
      y = content.y;
    }
    return pages.at(-1) ?? { titles: [], rows: [], boxes: [] };
  };
  for (const { title, rows, boxes } of sections) {
    const lines = splitLines(rows);
    const firstMm = lines[0]?.heightMm ?? boxes[0]?.heightMm ?? 0;
    takeRoom(titleMm + firstMm).titles.push({ text: title, yMm: y + titleMm - 2 });
    y += titleMm;
    for (const { groups, heightMm } of lines) {
      const page = takeRoom(heightMm);
      groups.forEach(({ xMm, rows: group }) => group.forEach((row, line) => page.rows.push(placeRow(row, xMm, y + (line + 0.5) * rowMm))));
      y += heightMm + groupGapMm;
    }
    for (const { label, heightMm } of boxes) {
      takeRoom(heightMm).boxes.push({ label, xMm: content.x, yMm: y, widthMm: content.right - content.x, heightMm });
      y += heightMm + groupGapMm;
    }
  }
  return { pages, hash: hashText(JSON.stringify([cardFrame, pages])) };
}

interface GroupLine {
  readonly groups: readonly { readonly xMm: number; readonly rows: readonly CardRow[] }[];
  readonly heightMm: number;
}

/** Splits rows into groups of five and these into lines. The columns of a section are as wide as its longest row. */
function splitLines(rows: readonly CardRow[]): GroupLine[] {
  const options = Math.max(0, ...rows.map((row) => row.options.length));
  if (options > mostCardOptions) throw new RangeError(`a card has room for ${mostCardOptions} options, not ${options}`);
  const columns = Math.min(mostColumns, Math.floor((content.right - content.x) / (labelMm + options * bubblePitchMm)));
  const groups = splitEvery(rows, 5);
  return splitEvery(groups, columns).map((line) => ({
    groups: line.map((group, at) => ({ xMm: content.x + (at * (content.right - content.x)) / columns, rows: group })),
    heightMm: Math.max(...line.map((group) => group.length)) * rowMm,
  }));
}

const splitEvery = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const placeRow = ({ label, many, options }: CardRow, xMm: number, yMm: number): PlacedRow => ({
  label,
  many,
  xMm: xMm + labelMm - 2,
  yMm,
  bubbles: options.map((option, at) => ({ option, xMm: xMm + labelMm + (at + 0.5) * bubblePitchMm, yMm })),
});

/** Returns a 32-bit FNV-1a hash in upper-case hexadecimal digits. */
function hashText(text: string): string {
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(text)) hash = Math.imul(hash ^ unit, 0x01000193);
  return (hash >>> 0).toString(16).toUpperCase().padStart(8, '0');
}
