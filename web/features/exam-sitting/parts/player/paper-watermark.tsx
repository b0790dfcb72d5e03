import { memo } from 'react';
import { formatTime } from '../../../../lib/format-time.ts';
import { useNow } from '../../../../ui/use-now.ts';
import type { SittingFacts } from '../../model/sitting-facts.ts';
import { escapeMarkup } from '../../../../../sync/domain/markup.ts';

/** Makes the watermark's tile as an image URL. Its grey is faint on white paper and in the dark colours alike. */
const createTileUrl = (text: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><text x="160" y="110" text-anchor="middle" transform="rotate(-24 160 100)" font-family="sans-serif" font-size="15" fill="#80808029">${escapeMarkup(text)}</text></svg>`,
  )}")`;

/** Covers the paper with name, end of the ticket number and the time in faint letters, so that a photo of the screen tells whose screen it was, and when. */
export const PaperWatermark = memo(function PaperWatermark({ personName, ticketNo }: Pick<SittingFacts, 'personName' | 'ticketNo'>) {
  const time = formatTime(useNow());
  const text = [personName, ticketNo.slice(-4), time].filter((part) => part !== '').join(' ');
  return (
    <div
      aria-hidden
      data-watermark={text}
      className="pointer-events-none absolute inset-0"
      style={{ backgroundImage: createTileUrl(text) }}
    />
  );
});
