import { useTranslation } from '../lib/i18n.ts';
import { PageLink } from '../ui/page-link.tsx';
import { Button } from '../ui/primitives/button.tsx';
import { ContourLines } from '../ui/print/contour-lines.tsx';

function ErrorPage({ code, hint, reload = false }: { code: string; hint: string; reload?: boolean }) {
  const { t } = useTranslation('app');
  return (
    <main className="relative grid min-h-dvh place-items-center overflow-hidden p-6">
      <ContourLines className="text-primary opacity-30" />
      <div className="relative flex max-w-md flex-col items-center gap-3 text-center">
        <p aria-hidden className="num font-serif text-7xl font-semibold text-primary">
          {code}
        </p>
        <h1 className="text-2xl font-[650]">{t('error.title')}</h1>
        <p className="text-muted-foreground">{hint}</p>
        <div className="mt-3 flex gap-2.5">
          {reload && <Button onClick={() => location.reload()}>{t('error.reload')}</Button>}
          <Button asChild variant="primary">
            <PageLink to="/">{t('error.goHome')}</PageLink>
          </Button>
        </div>
      </div>
    </main>
  );
}

export function NotFoundPage() {
  const { t } = useTranslation('app');
  return <ErrorPage code="404" hint={t('error.notFoundHint')} />;
}

export function FailurePage() {
  const { t } = useTranslation('app');
  return <ErrorPage code="500" hint={t('error.failureHint')} reload />;
}
