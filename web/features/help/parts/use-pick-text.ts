import { useTranslation } from '../../../lib/i18n.ts';
import type { GuideText } from '../guide.ts';

/** Returns the function that picks the text of the current language. */
export function usePickText(): (text: GuideText) => string {
  const { i18n } = useTranslation('help');
  return ([chinese, english]) => (i18n.language === 'en' ? english : chinese);
}
