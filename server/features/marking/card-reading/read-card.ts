import decodeQR from 'qr/decode.js';
import { type CardCode, parseCardCode } from '../../../../sync/domain/answer-card/card-code.ts';
import { cardFrame, type CardLayout, type PlacedBubble, type PlacedRow } from '../../../../sync/domain/answer-card/card-layout.ts';
import type { Point } from '../../../../sync/domain/answer-card/card-projection.ts';
import { type GreyImage, sampleImage } from './grey-image.ts';
import { findPagePosition, type PagePosition, type PositionFault } from './page-position.ts';

export type BubbleState = 'marked' | 'blank' | 'doubtful';
/** Reading of one row. `doubtful` means that a person must look; `darkness` holds the measured values in the order of the bubbles. */
export interface RowReading {
  readonly label: string;
  readonly states: readonly BubbleState[];
  readonly darkness: readonly number[];
  /** Labels of the filled options. Undefined if a person must look at the row. */
  readonly marked: readonly string[] | undefined;
}
/** Reading of one picture: a page of an answer card, or the reason why it shows none. */
export type PageReading =
  | { readonly kind: 'page'; readonly code: CardCode; readonly rows: readonly RowReading[]; readonly corners: readonly Point[] }
  | { readonly kind: 'unreadable'; readonly reason: PositionFault | 'noCode' }
  /** The QR code belongs to no answer card. */
  | { readonly kind: 'foreign'; readonly text: string }
  /** The QR code belongs to an answer card without a known layout: a card of another plan, or printed before a change of the paper. */
  | { readonly kind: 'otherLayout'; readonly code: CardCode };

/** Least darkness of a mark, and most darkness of an empty bubble with its printed letter. Between them a person decides. */
const markedFrom = 0.34;
const blankUpTo = 0.17;
/** From this `peak` on, a bubble contains a pen line, so it is not empty even if most of its area is. */
const lineFrom = 0.45;
/**
 * In a row with one answer, a trace without a pen line counts as erased if it is at most `erasedUpTo` dark and a mark is `erasedRatio` times as dark.
 */
const erasedRatio = 2.2;
const erasedUpTo = 0.26;

const { xMm, yMm, sideMm, modules } = cardFrame.code;
const moduleMm = sideMm / modules;
const quiet = 4;
const modulePx = 4;
const side = (modules + 2 * quiet) * modulePx;

/** Reads the QR code at its place on the page. Each module is measured by itself, so that shadow and noise don't reach the decoder. */
function readPageCode(image: GreyImage, { project }: PagePosition): string | undefined {
  const sampleModule = (column: number, row: number): number => {
    let sum = 0;
    for (const dx of [0.3, 0.5, 0.7])
      for (const dy of [0.3, 0.5, 0.7]) {
        const { x, y } = project(xMm + (column + dx) * moduleMm, yMm + (row + dy) * moduleMm);
        sum += sampleImage(image, x, y);
      }
    return sum / 9;
  };
  const values = Array.from({ length: modules }, (_, row) => Array.from({ length: modules }, (_each, column) => sampleModule(column, row)));
  const pixels = new Uint8Array(side * side * 4).fill(255);
  values.forEach((line, row) =>
    line.forEach((value, column) => {
      if (value < limitNear(values, column, row)) paintModule(pixels, column + quiet, row + quiet);
    }),
  );
  try {
    return decodeQR({ width: side, height: side, data: pixels });
  } catch {
    return undefined;
  }
}

/** Distance in modules, in each direction, within which the limit between dark and light is determined. */
const reach = 6;

/** Returns the middle between the darkest and the lightest module nearby. */
function limitNear(values: readonly (readonly number[])[], column: number, row: number): number {
  let [darkest, lightest] = [255, 0];
  for (const line of values.slice(Math.max(0, row - reach), row + reach + 1))
    for (const value of line.slice(Math.max(0, column - reach), column + reach + 1)) {
      if (value < darkest) darkest = value;
      if (value > lightest) lightest = value;
    }
  return (darkest + lightest) / 2;
}

function paintModule(pixels: Uint8Array, column: number, row: number): void {
  for (let y = row * modulePx; y < (row + 1) * modulePx; y += 1)
    pixels.fill(0, (y * side + column * modulePx) * 4, (y * side + (column + 1) * modulePx) * 4);
  for (let y = row * modulePx; y < (row + 1) * modulePx; y += 1)
    for (let x = column * modulePx; x < (column + 1) * modulePx; x += 1) pixels[(y * side + x) * 4 + 3] = 255;
}

/** Reads one picture of a page. `findLayout` returns the layout that a code was printed with, if it is known. */
export function readCard(image: GreyImage, findLayout: (code: CardCode) => CardLayout | undefined): PageReading {
  const position = findPagePosition(image);
  if (typeof position === 'string') return { kind: 'unreadable', reason: position };
  const text = readPageCode(image, position);
  if (text === undefined) return { kind: 'unreadable', reason: 'noCode' };
  const code = parseCardCode(text);
  if (code === undefined) return { kind: 'foreign', text };
  const layout = findLayout(code);
  const page = layout?.hash === code.layout && layout.pages.length === code.pages ? layout.pages[code.page - 1] : undefined;
  if (page === undefined) return { kind: 'otherLayout', code };
  return { kind: 'page', code, rows: page.rows.map((row) => readRow(image, position, row)), corners: position.corners };
}

/** Decides a row. A bubble that is neither clearly filled nor clearly empty sends the row to a person, and so do two marks where one is allowed. */
function readRow(image: GreyImage, position: PagePosition, { label, many, bubbles }: PlacedRow): RowReading {
  const measured = bubbles.map((bubble) => measureBubble(image, position, bubble));
  const darkestMean = Math.max(...measured.map(({ mean }) => mean));
  const states = measured.map(({ mean, peak, isCrossed }): BubbleState => {
    if (mean >= markedFrom) return isCrossed ? 'doubtful' : 'marked';
    const isErased = !many && darkestMean >= markedFrom && mean <= erasedUpTo && mean * erasedRatio <= darkestMean;
    return peak < lineFrom && (mean <= blankUpTo || isErased) ? 'blank' : 'doubtful';
  });
  const marked = bubbles.flatMap(({ option }, at) => (states[at] === 'marked' ? [option] : []));
  const isClear = !states.includes('doubtful') && (many || marked.length <= 1);
  return { label, states, darkness: measured.map(({ mean }) => mean), marked: isClear ? marked : undefined };
}

const { bubbleWidthMm, bubbleHeightMm } = cardFrame;
/** Offset from the middle of a bubble, in millimetres. */
interface Place {
  readonly dx: number;
  readonly dy: number;
}
/** Measured area within the outline of a bubble. It is smaller than the bubble, because the page may be positioned slightly off. */
const [innerX, innerY] = [bubbleWidthMm / 2 - 0.6, bubbleHeightMm / 2 - 0.6];
const [samplesX, samplesY] = [15, 9];
const inner = Array.from({ length: samplesX * samplesY }, (_, at) => ({
  dx: ((2 * (at % samplesX)) / (samplesX - 1) - 1) * innerX,
  dy: ((2 * Math.floor(at / samplesX)) / (samplesY - 1) - 1) * innerY,
}));
/** Places where only paper is visible: above and below the bubble, and between it and its neighbours. */
const paperAround = [
  ...[-2.45, 2.45].flatMap((dy) => [-2.6, -2, -1.4, -0.7, 0, 0.7, 1.4, 2, 2.6].map((dx) => ({ dx, dy }))),
  ...[-3.5, 3.5].flatMap((dx) => [-1.2, -0.6, 0, 0.6, 1.2].map((dy) => ({ dx, dy }))),
];

/**
 * Rays that lead away from the bubble, clockwise and 0.2 mm apart, each with three places 0.2 mm apart. They start on a rectangle that a filling does
 * not reach, but that lines which cross the bubble out do reach.
 */
const rays = createRays(3.2, 2.05, 0.2);
const rayPlaces = rays.flatMap(({ dx, dy }) => {
  const length = Math.hypot(dx, dy);
  return [0, 0.2, 0.4].map((outMm) => ({ dx: dx * (1 + outMm / length), dy: dy * (1 + outMm / length) }));
});
/** From this mean darkness of three neighbouring rays on, a line runs along them. */
const lineInkFrom = 0.17;

function createRays(halfX: number, halfY: number, stepMm: number): Place[] {
  const [across, down] = [Math.round((2 * halfX) / stepMm), Math.round((2 * halfY) / stepMm)];
  const listShares = (count: number) => Array.from({ length: count }, (_, at) => -1 + (2 * at) / count);
  return [
    ...listShares(across).map((share) => ({ dx: share * halfX, dy: -halfY })),
    ...listShares(down).map((share) => ({ dx: halfX, dy: share * halfY })),
    ...listShares(across).map((share) => ({ dx: -share * halfX, dy: halfY })),
    ...listShares(down).map((share) => ({ dx: -halfX, dy: -share * halfY })),
  ];
}

/**
 * Averages the brightness along each ray of samples across a bubble and its two neighbours, an area of 0.6 × 0.4 mm. Blur spreads the ink of a pen
 * stroke within this area but does not remove it, so the mean still shows the stroke. Noise and the soft edge of a filling average out.
 */
function averageRays(light: Float64Array): Float64Array {
  const each = light.length / rays.length;
  return Float64Array.from(rays, (_, ray) => {
    let sum = 0;
    for (let at = 0; at < 3 * each; at += 1) sum += light[((ray - 1) * each + at + light.length) % light.length] ?? 0;
    return sum / (3 * each);
  });
}

/** Tells whether lines leave a bubble on opposite sides. Ink on one side only is a neighbour's, or a filling that went over the edge. */
function isCrossedOut(darkness: Float64Array): boolean {
  const directions = rays.flatMap(({ dx, dy }, at) => ((darkness[at] ?? 0) >= lineInkFrom ? [Math.atan2(dy, dx)] : []));
  return directions.some((one) => directions.some((other) => Math.cos(one - other) < oppositeCosine));
}
/** Directions that differ by more than about 140° are opposite. */
const oppositeCosine = -0.77;

/** Darkness from 0 (paper) to 1 (printed black). `peak`: darkness that a tenth of the area exceeds. `isCrossed`: lines cross it out. */
interface BubbleDarkness {
  readonly mean: number;
  readonly peak: number;
  readonly isCrossed: boolean;
}

/** Measures how dark a bubble is, compared with the paper around it. */
function measureBubble(image: GreyImage, { project, blackShare }: PagePosition, { xMm, yMm }: PlacedBubble): BubbleDarkness {
  // A typed array and a loop: a page has 50 000 samples, and sorting them by a function would take a third of the time.
  const sample = (places: readonly Place[]): Float64Array => {
    const values = new Float64Array(places.length);
    places.forEach(({ dx, dy }, at) => {
      const { x, y } = project(xMm + dx, yMm + dy);
      values[at] = sampleImage(image, x, y);
    });
    return values;
  };
  // Average only the middle of the sorted values: pencil beside the bubble darkens some places, and the few lightest are noise.
  const paperValues = sample(paperAround).sort();
  const paperOnly = paperValues.subarray(Math.floor(paperValues.length * 0.4), Math.floor(paperValues.length * 0.9));
  const paper = Math.max(1, paperOnly.reduce((sum, value) => sum + value, 0) / paperOnly.length);
  const toDarkness = (value: number): number => Math.min(1, Math.max(0, (1 - value / paper) / (1 - blackShare)));
  const values = sample(inner).sort();
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const darkness = toDarkness(mean);
  // Only a filled bubble can be crossed out, so the rays around other bubbles are not measured.
  const isCrossed = darkness >= markedFrom && isCrossedOut(averageRays(sample(rayPlaces)).map(toDarkness));
  return { mean: darkness, peak: toDarkness(values[Math.floor(values.length / 10)] ?? 0), isCrossed };
}
