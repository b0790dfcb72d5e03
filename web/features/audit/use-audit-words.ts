import { useTranslation } from '../../lib/i18n.ts';
import type { AuditTexts } from './entry-words.ts';

/** Returns the log's display texts in the current language. */
export function useAuditTexts(): AuditTexts {
  const { i18n } = useTranslation('audit');
  return { language: i18n.language, ...i18n.all('audit').words };
}
