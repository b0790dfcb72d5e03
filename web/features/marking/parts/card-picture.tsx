import { useState } from 'react';
import { cardFrame } from '../../../../sync/domain/answer-card/card-layout.ts';
import { fitCardProjection, type Point, type PageProjection } from '../../../../sync/domain/answer-card/card-projection.ts';
import { useTranslation } from '../../../lib/i18n.ts';
import type { OpenedScan } from '../card-queries.ts';
import type { ScannedCardRow } from './card-rows.tsx';

/**
 * Size of the strip of the scanned page that is shown enlarged, with one row of bubbles in its middle: millimetres left of the first bubble, height
 * in millimetres, and screen pixels per millimetre.
 */
const [stripLeftMm, stripHeightMm, stripScale] = [14, 14, 9];
const { bubbleWidthMm, bubbleHeightMm } = cardFrame;

/**
 * Returns the transform that shows one row of bubbles and its surroundings upright and enlarged: the inverse of the projection near the row. Without
 * it, a page that was scanned askew or upside down would be hard to read.
 */
export function getStripTransform(
  project: PageProjection,
  { xMm, yMm }: { xMm: number; yMm: number },
  topMm: number,
  leftMm: number,
): string {
  const origin = project(xMm, yMm);
  const [rightPoint, lowerPoint] = [project(xMm + 1, yMm), project(xMm, yMm + 1)];
  const [ax, ay, bx, by] = [rightPoint.x - origin.x, rightPoint.y - origin.y, lowerPoint.x - origin.x, lowerPoint.y - origin.y];
  const scale = stripScale / (ax * by - ay * bx);
  const [a, b, c, d] = [by * scale, -ay * scale, -bx * scale, ax * scale];
  const [e, f] = [leftMm * stripScale - a * origin.x - c * origin.y, topMm * stripScale - b * origin.x - d * origin.y];
  return `matrix(${[a, b, c, d, e, f].map((value) => Math.round(value * 1e5) / 1e5).join(', ')})`;
}

/** Shows the scanned page of an answer card with a frame around one row of bubbles, and above the page that row enlarged. */
export function CardPicture({ scan, row }: { scan: OpenedScan; row: ScannedCardRow | undefined }) {
  const { t } = useTranslation('cards');
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  const project = scan.corners.length === 4 ? fitCardProjection(scan.corners) : undefined;
  const [first] = row?.bubbles ?? [];
  return (
    <div className="flex flex-col gap-3">
      {project && row && first && (
        <div
          role="img"
          aria-label={t('strip', { label: row.label })}
          className="relative overflow-hidden rounded-lg border bg-muted"
          style={{ height: stripHeightMm * stripScale }}
        >
          <img
            src={scan.url}
            alt=""
            className="absolute top-0 left-0 max-w-none"
            style={{
              transform: getStripTransform(project, first, stripHeightMm / 2, stripLeftMm),
              transformOrigin: '0 0',
            }}
          />
        </div>
      )}
      <div className="relative overflow-hidden rounded-lg border bg-muted">
        <img
          src={scan.url}
          alt={t('picture', { name: scan.fileName })}
          className="block w-full"
          onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
        />
        {project && row && size && (
          <svg aria-hidden viewBox={`0 0 ${size.width} ${size.height}`} className="absolute inset-0 size-full text-seal">
            <polygon
              points={frameRow(row, project)
                .map(({ x, y }) => `${x},${y}`)
                .join(' ')}
              fill="none"
              stroke="currentColor"
              strokeWidth={size.width / 300}
            />
          </svg>
        )}
      </div>
      <a href={scan.url} target="_blank" rel="noreferrer" className="w-fit text-[13px] underline underline-offset-4">
        {t('openPicture')}
      </a>
    </div>
  );
}

/** Returns the corners of a frame around a row of bubbles, in pixels of the scanned picture. */
function frameRow({ bubbles }: ScannedCardRow, project: PageProjection): Point[] {
  const xs = bubbles.map(({ xMm }) => xMm);
  const y = bubbles[0]?.yMm ?? 0;
  const [left, right] = [Math.min(...xs) - bubbleWidthMm / 2 - 9, Math.max(...xs) + bubbleWidthMm / 2 + 1.5];
  const [top, bottom] = [y - bubbleHeightMm / 2 - 1.2, y + bubbleHeightMm / 2 + 1.2];
  return [project(left, top), project(right, top), project(right, bottom), project(left, bottom)];
}
