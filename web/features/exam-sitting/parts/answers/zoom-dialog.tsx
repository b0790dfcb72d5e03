import { useId } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import { PlayerDialog } from '../player-dialog.tsx';
import type { ZoomedImage } from './zoomed-image.ts';

/** Shows a question's picture at window size; a click or Esc closes it. */
export function ZoomDialog({ image, onClose }: { image: ZoomedImage; onClose: () => void }) {
  const { t } = useTranslation('examSitting');
  const id = useId();
  return (
    <PlayerDialog labelledBy={id} onClose={onClose} className="size-full bg-transparent p-4 backdrop:bg-[oklch(0.2_0.02_262/.72)]">
      <button
        type="button"
        autoFocus
        onClick={onClose}
        className="flex min-h-0 grow cursor-zoom-out flex-col items-center justify-center gap-3 outline-none"
      >
        <span id={id} className="sr-only">
          {image.alt === '' ? t('player.zoomed') : image.alt}
        </span>
        <img src={image.src} alt="" className="min-h-0 w-full max-w-[1100px] grow rounded-lg bg-white object-contain p-4" />
        <span className="rounded-full bg-black/60 px-3 py-1 text-[13px] text-white">{t('player.zoomHint')}</span>
      </button>
    </PlayerDialog>
  );
}
