import { useTranslation } from '../../../../lib/i18n.ts';
import { SessionLost, signInAgain } from '../../../../platform/session/session-lost.tsx';
import { Button } from '../../../../ui/primitives/button.tsx';
import { Strip } from '../../../../ui/primitives/strip.tsx';

/** Tells that the session is lost: above the exams that this PC still knows, or in their place. */
export function SignedOut({ hasLocalExams }: { hasLocalExams: boolean }) {
  const { t } = useTranslation('examAround');
  if (!hasLocalExams) return <SessionLost message={t('notice.signedOutEmpty')} />;
  return (
    <Strip
      tone="kept"
      live
      action={
        <Button size="sm" onClick={signInAgain}>
          {t('notice.signInAgain')}
        </Button>
      }
    >
      {t('notice.signedOut')}
    </Strip>
  );
}
