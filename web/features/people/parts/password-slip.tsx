import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { writeSheet } from '../../../ui/spreadsheet/spreadsheet.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { IssuedPassword } from '../people-queries.ts';
import { useAtomValue } from 'jotai';
import { cn } from '../../../lib/cn.ts';
import { sessionUserAtom } from '../../../platform/session/session-atoms.ts';
import { getSchoolLogo } from '../../../platform/session/session-user.ts';
import { PrintOnly } from '../../../ui/print/print-layout.tsx';
import { SchoolLogo } from '../../../ui/entity/school-logo.tsx';

/** The most rows shown on the screen; the print and the file have all. */
const shownRows = 50;

/** Shows initial passwords once, and offers a print and a file. `onKept`: called when the passwords are in a file, or the user confirms the print. */
export function PasswordSlip({ slips, onKept }: { slips: readonly IssuedPassword[]; onKept?: (() => void) | undefined }) {
  const { t } = useTranslation(['people', 'words']);
  /** The browser reports only that the print dialog closed, not whether it printed. */
  const [print, setPrint] = useState<'printing' | 'printed' | null>(null);
  const classes = slips.some((slip) => slip.class_name !== '');
  const columns = [t('name'), t('loginName'), t('password'), ...(classes ? [t('words:className')] : [])];
  const save = async () => {
    const rows = slips.map((slip) => [slip.name, slip.login_name, slip.password, ...(classes ? [slip.class_name] : [])]);
    const sheet = { name: t('passwordTitle'), header: columns, rows };
    downloadFile(await writeSheet(sheet, new AbortController().signal), `${t('passwordTitle')}.xlsx`);
    onKept?.();
  };
  return (
    <div className="flex flex-col gap-3">
      <Strip tone="kept">{t('passwordOnce')}</Strip>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" onClick={() => setPrint('printing')}>
          <Printer aria-hidden />
          {t('printSlips')}
        </Button>
        <Button size="sm" onClick={() => void save()}>
          <Download aria-hidden />
          {t('download')}
        </Button>
      </div>
      <div className="scroll-slim max-h-80 overflow-y-auto rounded-lg border">
        <table className="num w-full text-[13.5px]">
          <thead className="sticky top-0 bg-card text-left text-[12.5px] text-muted-foreground shadow-[0_1px_0_var(--border)]">
            <tr>
              {columns.map((column) => (
                <th key={column} className="h-8 px-3 font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slips.slice(0, shownRows).map((slip) => (
              <tr key={slip.id} className="border-b last:border-b-0">
                <td className="h-9 px-3">{slip.name}</td>
                <td className="h-9 px-3">{slip.login_name}</td>
                <td className="h-9 px-3 font-mono font-semibold whitespace-nowrap select-all">{slip.password}</td>
                {classes && <td className="h-9 px-3 text-muted-foreground">{slip.class_name}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {slips.length > shownRows && (
        <p className="text-[13px] text-muted-foreground">{t('slipsMore', { count: slips.length - shownRows })}</p>
      )}
      {print === 'printing' && <SlipsPrint slips={slips} onDone={() => setPrint(onKept === undefined ? null : 'printed')} />}
      {print === 'printed' && (
        <ConfirmDialog
          title={t('slipsPrinted')}
          cancel={t('slipsPrintedNo')}
          confirm={t('slipsPrintedYes')}
          onDone={() => {
            setPrint(null);
            onKept?.();
          }}
          onClose={() => setPrint(null)}
        >
          {t('slipsPrintedText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

/** Prints slips to cut apart, 18 on an A4 sheet unless a name is very long: URL, login name and password. */
function SlipsPrint({ slips, onDone }: { slips: readonly IssuedPassword[]; onDone: () => void }) {
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

/** Confirms leaving while passwords on the screen are not saved to a file. */
export function SlipsLeaveDialog({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  const { t } = useTranslation('people');
  return (
    <ConfirmDialog
      title={t('slipsLeave')}
      cancel={t('slipsStay')}
      confirm={t('slipsLeaveNow')}
      tone="seal"
      onDone={onLeave}
      onClose={onStay}
    >
      {t('slipsLeaveText', { count })}
    </ConfirmDialog>
  );
}
