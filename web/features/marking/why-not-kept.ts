import { StorageFault } from '../../../sync/engine/ports.ts';
import type { Translate } from '../../lib/i18n.ts';

/** Describes why a mark could not be stored on this PC. */
export const whyNotKept = (failure: unknown, t: Translate<'marking'>): string => {
  if (failure instanceof StorageFault && failure.kind === 'quota') return t('diskFull');
  return failure instanceof Error ? failure.message : String(failure);
};
