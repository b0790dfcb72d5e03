import type { ReactNode } from 'react';
import { useTranslation } from '../../../../lib/i18n.ts';
import type { CellKey, QuotaCell as Quota } from '../../../../../sync/contract/papers/assembly.ts';
import { difficulty } from '../../../../../sync/contract/codes.ts';
import { cn } from '../../../../lib/cn.ts';
import type { QuotaSums } from '../../quota-sums.ts';
import { QuotaCellInput } from './quota-cell.tsx';
import { quotaHeadClass as head } from './quota-look.ts';

interface DifficultyQuotasProps {
  cells: readonly Quota[];
  types: readonly {
    readonly type: NonNullable<CellKey['type']>;
    readonly count: number;
    readonly have: number | undefined;
    readonly got: number | null;
  }[];
  sums: QuotaSums;
  show: (cell: Quota) => ReactNode;
}

const levels = Object.values(difficulty);

/** Table of quotas: question types as rows, difficulties as columns. */
export function DifficultyQuotas({ cells, types, sums, show }: DifficultyQuotasProps) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const hasLevels = cells.some((cell) => cell.difficulty !== null);
  return (
    <table className="num w-full border-collapse text-[13.5px]">
      <caption className="sr-only">{t('byDifficulty')}</caption>
      <thead>
        <tr className="border-b">
          <th scope="col" className={cn(head, 'pl-4 text-left')}>
            {t('type')}
          </th>
          <th scope="col" className={cn(head, 'w-[72px] text-center')}>
            {t('questionCount')}
          </th>
          {hasLevels &&
            levels.map((level) => (
              <th key={level} scope="col" className={cn(head, 'w-[72px] text-center')}>
                {code(`difficulty.${level}`)}
              </th>
            ))}
        </tr>
      </thead>
      <tbody>
        {types.map(({ type, count, have, got }) => {
          const sum = sums.ofType(type).difficulties;
          return (
            <tr key={type} className="border-b last:border-b-0 [&>td]:h-9 [&>td]:px-2.5">
              <td className="pl-4!">
                {code(`sectionType.${type}`)}
                {sum !== null && sum !== count && <span className="ml-2 text-[12.5px] text-seal">{t('sumIs', { n: sum })}</span>}
              </td>
              <td className="text-center">
                <QuotaCellInput name={code(`sectionType.${type}`)} want={count} have={have} got={got} onChange={undefined} />
              </td>
              {hasLevels &&
                levels.map((level) => {
                  const cell = cells.find((one) => one.type === type && one.difficulty === level && one.scope === '');
                  return (
                    <td key={level} className="text-center">
                      {cell && show(cell)}
                    </td>
                  );
                })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
