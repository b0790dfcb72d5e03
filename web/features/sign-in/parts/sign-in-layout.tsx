import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { platformInfoAtom, usePlatformName } from '../../../platform/pwa/platform-info.ts';
import type { PublicSchool } from '../../../platform/session/school-memory.ts';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import { ContourLines } from '../../../ui/print/contour-lines.tsx';
import { WenkaoSeal } from '../../../ui/print/wenkao-seal.tsx';

/** Frames a step of signing in: the school's cover and a narrow column. `school`: null if it is not known yet. */
export function SignInLayout({ school, children }: { school: PublicSchool | null; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh md:grid-cols-[1.15fr_1fr]">
      <SignInCover school={school} />
      <main className="flex items-center justify-center px-6 py-10">
        <div className="w-full max-w-[380px]">{children}</div>
      </main>
    </div>
  );
}

/** Shows the school's name, and the platform's name in small print. Hidden in narrow windows, where the form matters more. */
function SignInCover({ school }: { school: PublicSchool | null }) {
  const { t } = useTranslation('signIn');
  const platform = usePlatformName();
  const { platformVersion } = useAtomValue(platformInfoAtom);
  return (
    <section
      aria-label={school?.title ?? platform}
      className="relative hidden flex-col overflow-hidden bg-linear-160 from-(--cover-from) to-(--cover-to) px-16 py-14 text-[oklch(0.95_0.01_95)] md:flex"
    >
      {school !== null && school.cover !== '' ? (
        <>
          <img src={school.cover} alt="" className="absolute inset-0 size-full object-cover" />
          <span aria-hidden className="absolute inset-0 bg-linear-160 from-(--cover-from)/85 to-(--cover-to)/90" />
        </>
      ) : (
        <ContourLines className="text-[oklch(0.75_0.06_252)] opacity-50" />
      )}
      <div className="relative flex min-h-11 items-center gap-3.5 text-[17px] font-semibold">
        {school !== null && (
          <>
            <SchoolLogo title={school.title} src={school.logo} className="size-11 text-lg" />
            {school.title}
          </>
        )}
      </div>
      <p className="relative mt-auto max-w-[11em] font-serif text-[40px] leading-[1.35] font-semibold">{t('slogan')}</p>
      <p className="relative mt-3.5 max-w-[28em] text-base opacity-80">{t('about')}</p>
      <p className="num relative mt-auto flex items-center gap-2.5 text-[13px] opacity-80">
        <WenkaoSeal />
        {platform} {platformVersion}
      </p>
    </section>
  );
}
