import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { ErrorState } from '../../../ui/feedback/notice.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import type { PracticePack } from '../../../platform/practice/practice-cache.ts';
import { type PracticeState, usePractice } from '../use-practice.ts';

/** Renders its children once the practice pack is loaded from this PC; until then a placeholder, or a way to download the pack. */
export function PracticeLoader({ children }: { children: (practice: PracticeState & { pack: PracticePack }) => ReactNode }) {
  const { t } = useTranslation(['exercise', 'ui']);
  const practice = usePractice();
  const { pack } = practice;
  if (pack !== null) return children({ ...practice, pack });
  if (practice.state === 'loading') return <Skeleton className="h-96 w-full rounded-xl" />;
  return (
    <ErrorState title={t('failed')} action={<Button onClick={() => void practice.update()}>{t('ui:retry')}</Button>}>
      {t('failedText')}
    </ErrorState>
  );
}
