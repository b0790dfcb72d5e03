import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { CallFailure } from '../../../platform/call.ts';
import { findSchool, rememberedSchool, type School } from '../../../platform/school-memory.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Strip } from '../../../ui/strip.tsx';
import { AlreadySignedIn } from '../parts/already-signed-in.tsx';
import { Cover } from '../parts/cover.tsx';
import { LanguageLink } from '../parts/language-link.tsx';
import { PcNote } from '../parts/pc-note.tsx';
import { SchoolForm } from '../parts/school-form.tsx';
import { SignInForm } from '../parts/sign-in-form.tsx';

type Found =
  | { readonly kind: 'looking' | 'ask' }
  | { readonly kind: 'found'; readonly school: School }
  | { readonly kind: 'unknown' | 'unreachable'; readonly website: string };

/** The school of the address, else the one this PC knows, else it is asked for. */
function useSchool(website: string | undefined): { found: Found; lookAgain: () => void } {
  const [found, setFound] = useState<Found>({ kind: 'looking' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const code = website ?? rememberedSchool()?.website;
    if (code === undefined) {
      setFound({ kind: 'ask' });
      return undefined;
    }
    const known = rememberedSchool();
    setFound(known?.website === code ? { kind: 'found', school: known } : { kind: 'looking' });
    const gone = new AbortController();
    findSchool(code, gone.signal).then(
      (school) => setFound({ kind: 'found', school }),
      (failure: unknown) => {
        if (gone.signal.aborted) return;
        setFound({ kind: failure instanceof CallFailure && failure.network ? 'unreachable' : 'unknown', website: code });
      },
    );
    return () => gone.abort();
  }, [website, turn]);
  return { found, lookAgain: () => setTurn((n) => n + 1) };
}

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
  const { found, lookAgain } = useSchool(id);
  const school = found.kind === 'found' ? found.school : null;
  return (
    <div className="grid min-h-dvh md:grid-cols-[1.15fr_1fr]">
      <Cover school={school} />
      <main className="flex items-center justify-center px-6 py-10">
        <div className="w-full max-w-[380px]">
          <h1 className="text-2xl font-[650]">{t('title')}</h1>
          <p className="mt-1 mb-6 min-h-[22px] text-muted-foreground">{school?.title}</p>
          <AlreadySignedIn />
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
            <SchoolForm problem={found.kind === 'unknown' ? t('schoolUnknown', { website: found.website }) : undefined} />
          )}
          <div className="mt-[18px] flex justify-end text-sm text-primary">
            <LanguageLink />
          </div>
          <PcNote />
        </div>
      </main>
    </div>
  );
}
