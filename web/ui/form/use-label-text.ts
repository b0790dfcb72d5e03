import { useTranslation } from '../../lib/i18n.ts';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';

/** Returns a function that picks the current language from a declaration's words. */
export function useLabelText(): (words: BilingualLabel | undefined) => string {
  const { i18n } = useTranslation('ui');
  return (words) => words?.[i18n.language === 'en' ? 1 : 0] ?? '';
}
