import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { Link, useParams } from 'react-router-dom';
import { platformInfoAtom } from '../../../platform/pwa/platform-info.ts';
import { shownSchoolAtom } from '../../../platform/session/school-memory.ts';
import { Button } from '../../../ui/primitives/button.tsx';
import { LanguageLink } from '../../../ui/language-link.tsx';
import { Skeleton } from '../../../ui/primitives/skeleton.tsx';
import { Strip } from '../../../ui/primitives/strip.tsx';
import { AlreadySignedIn } from '../parts/already-signed-in.tsx';
import { SignInCover } from '../parts/cover.tsx';
import { OpenBatches } from '../parts/open-batches.tsx';
import { PcNote } from '../parts/pc-note.tsx';
import { SchoolCodeForm } from '../parts/school-form.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';
import { useSchoolByAddress } from '../use-school.ts';

function LookingForSchool() {
  return (
    <div aria-hidden className="flex flex-col gap-5 pt-2">
      <Skeleton className="h-5 w-44" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-12 w-full" />
    </div>
  );
}

export function SignInPage() {
  const { t } = useTranslation('signIn');
  const { id } = useParams();
  const { found, lookAgain } = useSchoolByAddress(id);
  const { signInNotice } = useAtomValue(platformInfoAtom);
  const school = found.kind === 'found' ? found.school : null;
  const show = useSetAtom(shownSchoolAtom);
  const title = school?.title ?? '';
  useEffect(() => {
    show(title);
    return () => show('');
  }, [title, show]);
  return (
    <div className="grid min-h-dvh md:grid-cols-[1.15fr_1fr]">
      <SignInCover school={school} />
      <main className="flex items-center justify-center px-6 py-10">
        <div className="w-full max-w-[380px]">
          <h1 className="text-2xl font-[650]">{t('title')}</h1>
          <p className="mt-1 mb-6 min-h-[22px] text-muted-foreground">{school?.title}</p>
          <AlreadySignedIn />
          {signInNotice !== '' && (
            <Strip tone="neutral" className="mb-5">
              <p className="whitespace-pre-line">{signInNotice}</p>
            </Strip>
          )}
          {/* The school stored on this PC may predate its being disabled. */}
          {school?.enabled === false && (
            <Strip tone="seal" className="mb-5">
              {t('schoolDisabled')}
            </Strip>
          )}
          {found.kind === 'found' && <SignInForm school={found.school} />}
          {found.kind === 'looking' && <LookingForSchool />}
          {found.kind === 'unreachable' && (
            <div className="flex flex-col gap-4">
              <Strip tone="kept">{t('schoolOffline')}</Strip>
              <Button variant="primary" size="xl" onClick={lookAgain}>
                {t('retry')}
              </Button>
            </div>
          )}
          {(found.kind === 'ask' || found.kind === 'unknown') && (
            <SchoolCodeForm problem={found.kind === 'unknown' ? t('schoolUnknown', { website: found.website }) : undefined} />
          )}
          <div className="mt-[18px] flex items-center justify-end gap-4 text-sm text-primary">
            {school?.registration === true && (
              <Link to={`/reg?school=${encodeURIComponent(school.website)}`} className="mr-auto hover:underline underline-offset-4">
                {t('register')}
              </Link>
            )}
            <LanguageLink />
          </div>
          {school?.enabled === true && <OpenBatches school={school} />}
          <PcNote />
        </div>
      </main>
    </div>
  );
}
