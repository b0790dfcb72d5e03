import { useTranslation } from '../../lib/i18n.ts';
import { Chip } from '../primitives/chip.tsx';

/**
 * Shows passed or failed, the same for teachers and examinees. Not vermilion, which marks actions that cannot be undone. Not amber, which
 * marks data that are not delivered yet.
 */
export function PassChip({ passed, className }: { passed: boolean; className?: string }) {
  const { t } = useTranslation('ui');
  return (
    <Chip tone={passed ? 'delivered' : 'neutral'} mark={passed ? 'dot' : 'square'} {...(className === undefined ? {} : { className })}>
      {t(passed ? 'passed' : 'notPassed')}
    </Chip>
  );
}
