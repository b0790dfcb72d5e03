import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/button.tsx';
import { saveFile, writeSheet } from '../../../ui/spreadsheet.ts';
import { Strip } from '../../../ui/strip.tsx';
import type { GivenPassword } from '../people-queries.ts';

/** More than these are for the file. */
const shownRows = 50;

/** Initial passwords, once: on the screen, and as a file to hand out from. `onKept`: the file was asked for. */
export function PasswordSlip({ slips, onKept }: { slips: readonly GivenPassword[]; onKept?: () => void }) {
  const { t } = useTranslation('people');
  const save = async () => {
    const header = [t('name'), t('loginName'), t('password')];
    const rows = slips.map((slip) => [slip.name, slip.login_name, slip.password]);
    saveFile(await writeSheet({ name: t('passwordTitle'), header, rows }, new AbortController().signal), `${t('passwordTitle')}.xlsx`);
    onKept?.();
  };
  return (
    <div className="flex flex-col gap-3">
      <Strip
        tone="kept"
        action={
          <Button size="sm" variant="primary" onClick={() => void save()} className="-my-1">
            <Download aria-hidden />
            {t('download')}
          </Button>
        }
      >
        {t('passwordOnce')}
      </Strip>
      <div className="scroll-slim max-h-80 overflow-y-auto rounded-lg border">
        <table className="num w-full text-[13.5px]">
          <thead className="sticky top-0 bg-card text-left text-[12.5px] text-muted-foreground shadow-[0_1px_0_var(--border)]">
            <tr>
              <th className="h-8 px-3 font-medium">{t('name')}</th>
              <th className="h-8 px-3 font-medium">{t('loginName')}</th>
              <th className="h-8 px-3 font-medium">{t('password')}</th>
            </tr>
          </thead>
          <tbody>
            {slips.slice(0, shownRows).map((slip) => (
              <tr key={slip.id} className="border-b last:border-b-0">
                <td className="h-9 px-3">{slip.name}</td>
                <td className="h-9 px-3">{slip.login_name}</td>
                <td className="h-9 px-3 font-mono font-semibold select-all">{slip.password}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {slips.length > shownRows && (
        <p className="text-[13px] text-muted-foreground">{t('slipsMore', { count: slips.length - shownRows })}</p>
      )}
    </div>
  );
}
