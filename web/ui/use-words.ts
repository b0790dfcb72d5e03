import { useTranslation } from '../lib/i18n.ts';
import type { Words } from '../../sync/contract/thing.ts';

/** Words of a declaration in the language of now. */
export function useWords(): (words: Words | undefined) => string {
  const { i18n } = useTranslation('ui');
  return (words) => words?.[i18n.language === 'en' ? 1 : 0] ?? '';
}
