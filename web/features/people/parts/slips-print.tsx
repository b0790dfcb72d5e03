import { useAtomValue } from 'jotai';
import { useTranslation } from '../../../lib/i18n.ts';
import { cn } from '../../../lib/cn.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { PrintOnly } from '../../../ui/print/print-only.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';
import type { IssuedPassword } from '../people-queries.ts';

/** Prints slips to cut apart, 18 on an A4 sheet unless a name is very long: URL, login name and password. */
export function SlipsPrint({ slips, onDone }: { slips: readonly IssuedPassword[]; onDone: () => void }) {
  const { t } = useTranslation('people');
  const user = useAtomValue(sessionUserAtom);
  const school = user?.school_title ?? '';
  const logo = user === null ? '' : getSchoolLogo(user);
  const address = `${location.origin}/login/${user?.school_website ?? ''}`;
  return (
    <PrintOnly onDone={onDone}>
      <style>{'@page { size: A4 portrait; margin: 10mm; }'}</style>
      <div className="grid grid-cols-3 bg-white text-black">
        {slips.map((slip) => (
          <section key={slip.id} className="min-h-[46mm] min-w-0 break-inside-avoid border border-dashed border-[#999] p-[3mm]">
            <p className="flex items-center gap-1.5 text-[8.5pt] font-semibold">
              <SchoolLogo title={school} src={logo} className="size-5 text-[8pt]" />
              <span className="truncate">{school}</span>
            </p>
            <p className="mt-[1.5mm] flex items-baseline justify-between gap-2">
              <span className="min-w-0 text-[12pt] leading-tight font-bold break-words">{slip.name}</span>
              <span className="max-w-[55%] truncate text-[8.5pt]">{slip.class_name}</span>
            </p>
            <dl className="mt-[1.5mm] grid grid-cols-[auto_1fr] items-baseline gap-x-2 text-[8.5pt] leading-[1.5]">
              <dt>{t('loginName')}</dt>
              {/* Never truncate the login name: it is needed in full. */}
              <dd className={cn('font-semibold break-all', slip.login_name.length > 24 ? 'text-[8.5pt]' : 'text-[10.5pt]')}>
                {slip.login_name}
              </dd>
              <dt>{t('password')}</dt>
              <dd className="font-mono text-[12pt] font-bold whitespace-nowrap">{slip.password}</dd>
              <dt>{t('slipAddress')}</dt>
              <dd className="break-all">{address}</dd>
            </dl>
            <p className="mt-[1mm] text-[7.5pt]">{t('slipChange')}</p>
          </section>
        ))}
      </div>
    </PrintOnly>
  );
}
