import { useTranslation } from '../../lib/i18n.ts';
import type { AuditWords } from './entry-words.ts';

/** Returns the log's display texts in the current language. */
export function useAuditWords(): AuditWords {
  const { i18n } = useTranslation('audit');
  return { language: i18n.language, ...i18n.all('audit').words };
}
