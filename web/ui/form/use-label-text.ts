import { useTranslation } from '../../lib/i18n.ts';
import type { BilingualLabel } from '../../../sync/contract/resource.ts';

/** Returns a function that picks, from a label in both languages, the text in the language of the interface; '' if there is no label. */
export function useLabelText(): (words: BilingualLabel | undefined) => string {
  const { i18n } = useTranslation('ui');
  return (words) => words?.[i18n.language === 'en' ? 1 : 0] ?? '';
}
