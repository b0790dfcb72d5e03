import { Check, CircleAlert, CircleDashed } from 'lucide-react';
import { useTranslation } from '../../../lib/i18n.ts';
import { parseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import { cn } from '../../../lib/cn.ts';

/** Explains an ID number while it is typed: region, birthday, sex and check digit. */
export function IdNumberNote({ typed }: { typed: string }) {
  const { t } = useTranslation('filing');
  const parts = parseIdNumber(typed);
  const cells = [
    { name: t('idPlace'), value: parts.province },
    { name: t('idBirthday'), value: parts.birthday },
    { name: t('idSex'), value: parts.sex === undefined ? undefined : t(parts.sex === 1 ? 'male' : 'female') },
    { name: t('idCheck'), value: parts.isWhole === undefined ? undefined : parts.isWhole === null ? null : t('idRight') },
  ];
  return (
    <ul aria-live="polite" className="grid grid-cols-2 overflow-hidden sm:grid-cols-4 rounded-lg border text-[13px]">
      {cells.map(({ name, value }) => {
        const Icon = value === undefined ? CircleDashed : value === null ? CircleAlert : Check;
        return (
          <li
            key={name}
            className={cn('flex flex-col gap-0.5 border-r px-2 py-1.5 last:border-r-0', value === null && 'bg-seal-soft text-seal')}
          >
            <span className="flex items-center gap-1 text-muted-foreground">
              <Icon
                aria-hidden
                className={cn('size-3.5 shrink-0', value === null && 'text-seal', typeof value === 'string' && 'text-delivered')}
              />
              {name}
            </span>
            <span className="num truncate">{value === undefined ? t('idWaits') : (value ?? t('idWrong'))}</span>
          </li>
        );
      })}
    </ul>
  );
}
