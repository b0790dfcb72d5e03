import { useTranslation } from '../lib/i18n.ts';
import { cn } from '../lib/cn.ts';

/** Switches to the other language; the label is in that language. */
export function LanguageLink({ className }: { className?: string }) {
  const { t, i18n } = useTranslation('ui');
  const other = i18n.language === 'en' ? 'zh-CN' : 'en';
  return (
    <button
      type="button"
      lang={other}
      className={cn('rounded-sm hover:underline underline-offset-4', className)}
      onClick={() => void i18n.changeLanguage(other)}
    >
      {t('otherLanguage')}
    </button>
  );
}
