import { StorageFault } from '../../../sync/engine/client/ports.ts';
import type { Translate } from '../../lib/i18n.ts';

/** Describes why a mark could not be stored on this PC. */
export const describeStoreFailure = (failure: unknown, t: Translate<'marking'>): string => {
  if (failure instanceof StorageFault && failure.kind === 'quota') return t('diskFull');
  return failure instanceof Error ? failure.message : String(failure);
};
