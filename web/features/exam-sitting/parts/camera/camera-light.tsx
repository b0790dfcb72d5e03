import { useTranslation } from '../../../../lib/i18n.ts';

/** Shows that the camera is on, over everything else. */
export function CameraLight() {
  const { t } = useTranslation('examCamera');
  return (
    <p
      role="status"
      className="pointer-events-none fixed top-3 left-1/2 z-50 flex -translate-x-1/2 items-center gap-2 rounded-full border bg-card px-3.5 py-1.5 text-[13px] font-semibold shadow-pop"
    >
      <span aria-hidden className="size-2.5 rounded-full bg-seal" />
      {t('on')}
    </p>
  );
}
