import { useTranslation } from 'react-i18next';
import type { AuditWords } from './entry-words.ts';

/** The log's words in the language of now. */
export function useAuditWords(): AuditWords {
  const { t } = useTranslation('audit');
  return t('words', { returnObjects: true });
}
