import { useTranslation } from '../lib/i18n.ts';
import { Chip } from './chip.tsx';

/**
 * Passed or not, the same for the teacher and for the one who sat the exam. Not vermilion: that is for what cannot be undone, and an exam
 * can be sat again. Not amber: that is for what has yet to be delivered.
 */
export function PassChip({ passed, className }: { passed: boolean; className?: string }) {
  const { t } = useTranslation('ui');
  return (
    <Chip tone={passed ? 'delivered' : 'neutral'} mark={passed ? 'dot' : 'square'} {...(className === undefined ? {} : { className })}>
      {t(passed ? 'passed' : 'notPassed')}
    </Chip>
  );
}
