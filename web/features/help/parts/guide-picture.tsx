import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import type { GuidePicture } from '../guide.ts';
import { usePickText } from './use-pick-text.ts';

/** Shows a picture of the product. Pictures are not stored for use without a network: then the guide is its text alone. */
export function GuidePictureView({ picture: { src, width, height, shows } }: { picture: GuidePicture }) {
  const { i18n } = useTranslation('help');
  const pick = usePickText();
  const [isMissing, setMissing] = useState(false);
  // The pictures show the product in Chinese.
  if (isMissing || i18n.language !== 'zh-CN') return null;
  return (
    <figure className="flex break-inside-avoid flex-col gap-1.5 print:items-center print:gap-1">
      <img
        src={src}
        width={width}
        height={height}
        alt={pick(shows)}
        onError={() => setMissing(true)}
        className="h-auto max-h-[420px] w-auto max-w-full self-start rounded-lg border print:max-h-[50mm] print:self-center print:rounded-none"
      />
      <figcaption className="text-[13px] text-muted-foreground print:text-[9pt] print:text-inherit">{pick(shows)}</figcaption>
    </figure>
  );
}
