import { useTranslation } from 'react-i18next';
import type { Words } from '../../sync/contract/thing.ts';

/** Words of a declaration in the language of now. */
export function useWords(): (words: Words | undefined) => string {
  const { i18n } = useTranslation();
  return (words) => words?.[i18n.language === 'en' ? 1 : 0] ?? '';
}
