import { useTranslation } from 'react-i18next';
import { difficulty, importances } from '../../../../sync/contract/codes.ts';
import type { CallOutput } from '../../../../sync/contract/call.ts';
import type { DetailLine } from '../../../../sync/contract/detail.ts';
import type { paperCalls } from '../../../../sync/contract/paper.ts';
import { cn } from '../../../lib/cn.ts';

type Supply = CallOutput<(typeof paperCalls)['blueprintSupply']>;
type Cell = Pick<Supply['cells'][number], 'have'> & { readonly want: number };

const head = 'h-9 px-2.5 text-right text-[12.5px] font-medium text-muted-foreground';

/** What is wanted; where the bank has less, both. Shape, too: what is short stands as a fraction. */
function Quota({ cell }: { cell: Cell | undefined }) {
  if (cell === undefined) return null;
  const short = cell.have < cell.want;
  const look =
    cell.want === 0 ? 'text-muted-foreground' : short ? 'bg-seal-soft font-semibold text-seal' : 'bg-delivered-soft text-delivered';
  return (
    <span className={cn('inline-flex min-w-[52px] justify-center rounded-sm px-1.5 py-px', look)}>
      {short ? `${cell.have}/${cell.want}` : cell.want}
    </span>
  );
}

interface QuotaTableProps {
  supply: Supply;
  lines: readonly DetailLine[];
  scopeNames: ReadonlyMap<string, string>;
}

/** 双向细目表: scopes down, importance across; below it types by difficulty. */
export function QuotaTable({ supply, lines, scopeNames }: QuotaTableProps) {
  const { t } = useTranslation('paper');
  const { t: code } = useTranslation('codes');
  const weights = new Map<string, number | null>();
  const path: string[] = [];
  for (const line of lines)
    if (line.depth !== 4) {
      path.length = line.depth - 1;
      path.push(line.code);
      weights.set(path.join('-'), line.weight);
    }
  const find = (match: (cell: Supply['cells'][number]) => boolean): Cell | undefined => {
    const cell = supply.cells.find(match);
    return cell && { want: cell.count, have: cell.have };
  };
  const scopes = [...new Set(supply.cells.map((cell) => cell.scope).filter((scope) => scope !== ''))];
  const shown = [...scopeNames.keys()].filter((scope) => scopes.some((one) => one === scope || one.startsWith(`${scope}-`)));
  const levels = Object.values(difficulty);
  const hasDifficulty = supply.cells.some((cell) => cell.difficulty !== null);
  const withImportance = supply.cells.some((cell) => cell.importance !== null);
  return (
    <div className="overflow-x-auto">
      {shown.length > 0 && (
        <table className="num w-full border-collapse text-[13.5px]">
          <thead>
            <tr className="border-b">
              <th className={cn(head, 'pl-4 text-left')}>{t('scope')}</th>
              <th className={head}>{t('weight')}</th>
              <th className={head}>{t('questionCount')}</th>
              {withImportance &&
                importances.map((each) => (
                  <th key={each} className={head}>
                    {t(`importances.${each}`)}
                  </th>
                ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((scope) => {
              const depth = scope.split('-').length;
              const isQuota = scopes.includes(scope);
              return (
                <tr key={scope} className={cn('border-b [&>td]:h-9 [&>td]:px-2.5', !isQuota && 'bg-muted font-semibold')}>
                  <td style={{ paddingLeft: `${depth * 16}px` }}>
                    <span className="mr-2 text-muted-foreground">{scope}</span>
                    {scopeNames.get(scope)}
                  </td>
                  <td className="text-right">{weights.get(scope) ?? ''}</td>
                  <td className="text-right">
                    <Quota
                      cell={find(
                        (cell) => cell.scope === scope && cell.importance === null && cell.type === null && cell.difficulty === null,
                      )}
                    />
                  </td>
                  {withImportance &&
                    importances.map((each) => (
                      <td key={each} className="text-right">
                        <Quota cell={find((cell) => cell.scope === scope && cell.importance === each)} />
                      </td>
                    ))}
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
      <table className="num w-full border-collapse text-[13.5px]">
        <thead>
          <tr className="border-b">
            <th className={cn(head, 'pl-4 text-left')}>{t('type')}</th>
            <th className={head}>{t('questionCount')}</th>
            {hasDifficulty &&
              levels.map((level) => (
                <th key={level} className={head}>
                  {code(`difficulty.${level}`)}
                </th>
              ))}
          </tr>
        </thead>
        <tbody>
          {supply.sections.map((section, at) => (
            <tr key={at} className="border-b last:border-b-0 [&>td]:h-9 [&>td]:px-2.5">
              <td className="pl-4!">{code(`sectionType.${section.type}`)}</td>
              <td className="text-right">
                <Quota cell={section} />
              </td>
              {hasDifficulty &&
                levels.map((level) => (
                  <td key={level} className="text-right">
                    <Quota cell={find((cell) => cell.type === section.type && cell.difficulty === level && cell.scope === '')} />
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="px-4 py-2 text-[12.5px] text-muted-foreground">{t('quotaLegend')}</p>
    </div>
  );
}
