import { useTranslation } from 'react-i18next';

/** The other language, one click away, named in itself. */
export function LanguageLink() {
  const { t, i18n } = useTranslation('signIn');
  const other = i18n.language === 'en' ? 'zh-CN' : 'en';
  return (
    <button
      type="button"
      lang={other}
      className="rounded-sm hover:underline underline-offset-4"
      onClick={() => void i18n.changeLanguage(other)}
    >
      {t('otherLanguage')}
    </button>
  );
}
