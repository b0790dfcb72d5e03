import { cardFrame } from '../../../../sync/domain/answer-card/card-layout.ts';
import { fitCardProjection, type Point, type PageProjection } from '../../../../sync/domain/answer-card/card-projection.ts';
import { type GreyImage, sampleImage, shrinkImage } from './grey-image.ts';

/** Reason why a picture shows no readable page. `bent`: the page is not flat, so that bubbles are not at the places that the corners imply. */
export type PositionFault = 'noMarks' | 'bent';

export interface PagePosition {
  readonly project: PageProjection;
  /** Middles of the corner squares in pixels, clockwise from the page's top left. */
  readonly corners: readonly Point[];
  /** Share of the light that printed black returns, compared with paper: 0 for a perfect scanner. */
  readonly blackShare: number;
}

const { corners, checks, upright, markMm } = cardFrame;
const pageAspect = ((corners[3]?.yMm ?? 0) - (corners[0]?.yMm ?? 0)) / ((corners[1]?.xMm ?? 0) - (corners[0]?.xMm ?? 0));
const centre = { xMm: cardFrame.pageWidthMm / 2, yMm: ((corners[0]?.yMm ?? 0) + (corners[2]?.yMm ?? 0)) / 2 };
/** Place where the upright mark stands on a page that is upside down. */
const uprightTurned = { xMm: 2 * centre.xMm - upright.xMm, yMm: 2 * centre.yMm - upright.yMm };

/** Maximum number of candidates for each corner: pictures of tables and hands have other dark squares. */
const mostPerCorner = 4;
const shortSidePx = 420;
/** Largest distance of a check mark from its place. At this distance an outline reaches into the measured area, and an empty bubble is doubtful. */
const bentMm = 0.7;

/** A connected dark region that looks like a filled square. `side`: mean of width and height in pixels. */
interface DarkSquare extends Point {
  readonly side: number;
}

/** A pixel is dark if it has less than this share of the mean of its surroundings. */
const darkShare = 0.62;
/** Sides of a mark as shares of the picture's shorter side: a card that fills the picture has 0.029. */
const [leastSide, mostSide] = [0.012, 0.05];

/** Finds filled dark squares in a small picture, under any lighting. */
function findDarkSquares(image: GreyImage): DarkSquare[] {
  const { width, height } = image;
  const dark = markDark(image);
  const stack = new Int32Array(width * height);
  const short = Math.min(width, height);
  const squares: DarkSquare[] = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (dark[start] !== 1) continue;
    let depth = 0;
    stack[depth++] = start;
    dark[start] = 0;
    let [area, sumX, sumY, left, right, top, bottom] = [0, 0, 0, width, 0, height, 0];
    const visit = (at: number): void => {
      if (dark[at] !== 1) return;
      dark[at] = 0;
      stack[depth++] = at;
    };
    while (depth > 0) {
      const at = stack[--depth] ?? 0;
      const x = at % width;
      const y = (at - x) / width;
      area += 1;
      sumX += x;
      sumY += y;
      if (x < left) left = x;
      if (x > right) right = x;
      if (y < top) top = y;
      if (y > bottom) bottom = y;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (y > 0) visit(at - width);
      if (y < height - 1) visit(at + width);
    }
    const [boxWidth, boxHeight] = [right - left + 1, bottom - top + 1];
    const side = (boxWidth + boxHeight) / 2;
    const ratio = boxWidth / boxHeight;
    const looksSquare = ratio > 0.62 && ratio < 1.6 && area > 0.6 * boxWidth * boxHeight;
    if (looksSquare && side > leastSide * short && side < mostSide * short) squares.push({ x: sumX / area, y: sumY / area, side });
  }
  return squares;
}

/** Returns 1 for each pixel that is dark beside its surroundings, else 0. */
function markDark({ width, height, data }: GreyImage): Uint8Array {
  const reach = Math.round(Math.min(width, height) / 12);
  const stride = width + 1;
  const sums = new Uint32Array(stride * (height + 1));
  for (let y = 0; y < height; y += 1) {
    let line = 0;
    for (let x = 0; x < width; x += 1) {
      line += data[y * width + x] ?? 0;
      sums[(y + 1) * stride + x + 1] = (sums[y * stride + x + 1] ?? 0) + line;
    }
  }
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [above, below] = [Math.max(0, y - reach) * stride, Math.min(height, y + reach + 1) * stride];
    const lines = (below - above) / stride;
    for (let x = 0; x < width; x += 1) {
      const [first, last] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum = (sums[below + last] ?? 0) - (sums[above + last] ?? 0) - (sums[below + first] ?? 0) + (sums[above + first] ?? 0);
      if ((data[y * width + x] ?? 0) * lines * (last - first) < darkShare * sum) dark[y * width + x] = 1;
    }
  }
  return dark;
}

/** Finds the page in a picture by its black squares, in any of four orientations. */
export function findPagePosition(image: GreyImage): PagePosition | PositionFault {
  const factor = Math.max(1, Math.floor(Math.min(image.width, image.height) / shortSidePx));
  const small = shrinkImage(image, factor);
  const rough = findCorners(small, findDarkSquares(small));
  if (rough === undefined) return 'noMarks';
  // The middle of a small pixel is the middle of `factor` large ones.
  const enlarge = ({ x, y }: Point): Point => ({ x: (x + 0.5) * factor - 0.5, y: (y + 0.5) * factor - 0.5 });
  const roughProjection = fitCardProjection(rough.map(enlarge));
  if (roughProjection === undefined) return 'noMarks';
  const cornerMarks = corners.map((corner) => findMarkCentre(image, roughProjection, corner));
  const project = fitCardProjection(cornerMarks.map(({ at }) => at));
  if (project === undefined) return 'noMarks';
  const blackShare = Math.max(...cornerMarks.map((mark) => mark.blackShare));
  const isBent = [...checks, upright].some((check) => {
    const { at } = findMarkCentre(image, project, check);
    const expected = project(check.xMm, check.yMm);
    return Math.hypot(at.x - expected.x, at.y - expected.y) > bentMm * measurePixelsPerMm(project, check);
  });
  return isBent ? 'bent' : { project, corners: cornerMarks.map(({ at }) => at), blackShare };
}

/** Measures how many pixels a millimetre has near a place on the page. */
function measurePixelsPerMm(project: PageProjection, { xMm, yMm }: { xMm: number; yMm: number }): number {
  const [place, neighbour] = [project(xMm, yMm), project(xMm + 1, yMm)];
  return Math.hypot(neighbour.x - place.x, neighbour.y - place.y);
}

/** Chooses the four corner marks, clockwise from the page's top left, so that the other marks are at their places. */
function findCorners(image: GreyImage, squares: readonly DarkSquare[]): Point[] | undefined {
  const imageCorners = [
    { x: 0, y: 0 },
    { x: image.width, y: 0 },
    { x: image.width, y: image.height },
    { x: 0, y: image.height },
  ];
  const near = imageCorners.map((end) =>
    squares
      .filter(({ x, y }) => Math.abs(x - end.x) < image.width * 0.45 && Math.abs(y - end.y) < image.height * 0.45)
      .toSorted((a, b) => Math.hypot(a.x - end.x, a.y - end.y) - Math.hypot(b.x - end.x, b.y - end.y))
      .slice(0, mostPerCorner),
  );
  let best: { corners: Point[]; score: number } | undefined;
  for (const a of near[0] ?? [])
    for (const b of near[1] ?? [])
      for (const c of near[2] ?? [])
        for (const d of near[3] ?? []) {
          const clockwise = [a, b, c, d];
          if (!isPageShaped(clockwise)) continue;
          for (let turn = 0; turn < 4; turn += 1) {
            const turned = [...clockwise.slice(turn), ...clockwise.slice(0, turn)];
            const score = scoreCorners(image, turned);
            if (score > (best?.score ?? 0)) best = { corners: turned, score };
          }
        }
  return best?.corners;
}

const measureDistance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
const areClose = (a: number, b: number, share: number): boolean => Math.min(a, b) > share * Math.max(a, b);

/** Checks size and proportions of four squares: equal marks, opposite sides alike, sides of an A4 page. */
function isPageShaped([a, b, c, d]: readonly DarkSquare[]): boolean {
  if (!a || !b || !c || !d) return false;
  const sides = [a.side, b.side, c.side, d.side];
  if (!areClose(Math.min(...sides), Math.max(...sides), 0.55)) return false;
  const [across, down] = [(measureDistance(a, b) + measureDistance(d, c)) / 2, (measureDistance(a, d) + measureDistance(b, c)) / 2];
  const aspect = Math.max(across, down) / Math.max(1, Math.min(across, down));
  return (
    areClose(measureDistance(a, b), measureDistance(d, c), 0.75) &&
    areClose(measureDistance(a, d), measureDistance(b, c), 0.75) &&
    areClose(measureDistance(a, c), measureDistance(b, d), 0.8) &&
    areClose(aspect, pageAspect, 0.83)
  );
}

/**
 * Returns how clearly check marks and upright mark are visible at the places that these corners imply; 0 if one is missing or the page is upside
 * down.
 */
function scoreCorners(image: GreyImage, found: readonly Point[]): number {
  const [a, b, , d] = found;
  // Accept only the two orientations in which the long side of the page is the longer one.
  if (!a || !b || !d || measureDistance(a, d) < measureDistance(a, b)) return 0;
  const project = fitCardProjection(found);
  if (project === undefined) return 0;
  const contrasts = [...checks, upright].map((mark) => measureContrast(image, project, mark));
  const least = Math.min(...contrasts);
  return least < 0.25 || measureContrast(image, project, uprightTurned) > least / 2 ? 0 : least;
}

/** Returns the darkness of a square compared with the paper around it: 0 for none, 1 for perfect black. */
function measureContrast(image: GreyImage, project: PageProjection, { xMm, yMm }: { xMm: number; yMm: number }): number {
  const sampleGrey = (dx: number, dy: number): number => {
    const { x, y } = project(xMm + dx, yMm + dy);
    return sampleImage(image, x, y);
  };
  const inner = [-1.2, 0, 1.2].flatMap((dx) => [-1.2, 0, 1.2].map((dy) => sampleGrey(dx, dy)));
  const outer = [sampleGrey(-4.6, 0), sampleGrey(4.6, 0), sampleGrey(0, -3.9), sampleGrey(0, 4.6)].toSorted((p, q) => p - q);
  const paper = outer[2] ?? 0;
  return paper === 0 ? 0 : 1 - Math.max(...inner) / paper;
}

/** Finds the centre of a black square near its expected place, and how dark it is. */
function findMarkCentre(
  image: GreyImage,
  project: PageProjection,
  { xMm, yMm }: { xMm: number; yMm: number },
): { at: Point; blackShare: number } {
  const reach = markMm / 2 + 1.8;
  const stepMm = 0.2;
  const middle = project(xMm, yMm);
  const values: { x: number; y: number; grey: number }[] = [];
  for (let dy = -reach; dy <= reach; dy += stepMm)
    for (let dx = -reach; dx <= reach; dx += stepMm) {
      const { x, y } = project(xMm + dx, yMm + dy);
      values.push({ x, y, grey: sampleImage(image, x, y) });
    }
  const sorted = Float64Array.from(values.map(({ grey }) => grey)).sort();
  const black = sorted[Math.floor(sorted.length * 0.1)] ?? 0;
  const white = sorted[Math.floor(sorted.length * 0.9)] ?? 0;
  const limit = (black + white) / 2;
  let [sum, sumX, sumY] = [0, 0, 0];
  for (const { x, y, grey } of values) {
    if (grey >= limit) continue;
    sum += 1;
    sumX += x;
    sumY += y;
  }
  const at = sum === 0 ? middle : { x: sumX / sum, y: sumY / sum };
  return { at, blackShare: white === 0 ? 1 : black / white };
}
