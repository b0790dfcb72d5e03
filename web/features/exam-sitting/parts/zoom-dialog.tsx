import * as Base from 'radix-ui/dialog';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';

export interface ZoomedImage {
  readonly src: string;
  readonly alt: string;
}

/** A question's picture as large as the window; closes by click or Esc. */
export const ZoomDialog = memo(function ZoomDialog({ image, onClose }: { image: ZoomedImage | null; onClose: () => void }) {
  const { t } = useTranslation('examSitting');
  return (
    <Base.Root open={image !== null} onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Overlay className="fixed inset-0 z-50 bg-[oklch(0.2_0.02_262/.72)]" />
        <Base.Content
          aria-describedby={undefined}
          onClick={onClose}
          className="fixed inset-4 z-50 flex cursor-zoom-out flex-col items-center justify-center gap-3 outline-none"
        >
          <Base.Title className="sr-only">{image?.alt === '' ? t('player.zoomed') : image?.alt}</Base.Title>
          {image !== null && (
            <img src={image.src} alt={image.alt} className="min-h-0 w-full max-w-[1100px] grow rounded-lg bg-white object-contain p-4" />
          )}
          <p className="rounded-full bg-black/60 px-3 py-1 text-[13px] text-white">{t('player.zoomHint')}</p>
        </Base.Content>
      </Base.Portal>
    </Base.Root>
  );
});

/** The picture a click or key press inside question text means, if any. */
export function imageAt(target: EventTarget): ZoomedImage | null {
  if (!(target instanceof Element)) return null;
  const image = target.matches('img[data-zoom]') ? target : target.closest('[data-zoom-next]')?.parentElement?.querySelector('img');
  return image instanceof HTMLImageElement ? { src: image.src, alt: image.alt } : null;
}
