import { useTranslation } from 'react-i18next';
import type { AuditWords } from './entry-words.ts';

/** The log's words in the language of now. */
export function useAuditWords(): AuditWords {
  const { t, i18n } = useTranslation('audit');
  return { language: i18n.language, ...t('words', { returnObjects: true }) };
}
