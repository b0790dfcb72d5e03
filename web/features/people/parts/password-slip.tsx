import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '../../../lib/i18n.ts';
import { ConfirmDialog } from '../../../platform/dialogs/confirm-dialog.tsx';
import { Button } from '../../../ui/primitives/button.tsx';
import { downloadFile } from '../../../ui/spreadsheet/save-file.ts';
import { writeSheet } from '../../../ui/spreadsheet/spreadsheet.ts';
import { Strip } from '../../../ui/primitives/strip.tsx';
import type { IssuedPassword } from '../people-queries.ts';
import { SlipsPrint } from './slips-print.tsx';

/** The most rows shown on the screen; the print and the file have all. */
const shownRows = 50;

/** Shows initial passwords once, and offers a print and a file. `onKept`: called when the passwords are in a file, or the user confirms the print. */
export function PasswordSlip({ slips, onKept }: { slips: readonly IssuedPassword[]; onKept?: (() => void) | undefined }) {
  const { t } = useTranslation('people');
  /** The browser reports only that the print dialog closed, not whether it printed. */
  const [print, setPrint] = useState<'printing' | 'printed' | null>(null);
  const classes = slips.some((slip) => slip.class_name !== '');
  const columns = [t('name'), t('loginName'), t('password'), ...(classes ? [t('class')] : [])];
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
