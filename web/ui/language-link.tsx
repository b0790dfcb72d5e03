import { useTranslation } from '../lib/i18n.ts';
import { cn } from '../lib/cn.ts';

/** The other language, one click away, named in itself. */
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
