import { useTranslation } from '../../lib/i18n.ts';
import type { AuditWords } from './entry-words.ts';

/** The log's words in the language of now. */
export function useAuditWords(): AuditWords {
  const { i18n } = useTranslation('audit');
  return { language: i18n.language, ...i18n.all('audit').words };
}
