import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { PracticeAnswer, PracticeQuestion, PracticeScope } from '../../../../sync/contract/exercise.ts';
import { cn } from '../../../lib/cn.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import { Panel } from '../../../ui/panel.tsx';

interface PointMasteryProps {
  questions: readonly PracticeQuestion[];
  scopes: readonly PracticeScope[];
  last: ReadonlyMap<number, PracticeAnswer>;
  due: ReadonlyMap<number, number>;
}

/** From so much on a point looks so: darker, the more of it was right lately. */
const looks = [
  { from: 0.8, look: 'border-primary bg-primary text-primary-foreground' },
  { from: 0.6, look: 'border-primary/60 bg-primary/35' },
  { from: 0.4, look: 'border-primary/30 bg-primary/20' },
  { from: 0, look: 'border-primary/20 bg-primary-soft' },
] as const;
const lookOf = (share: number | null): string =>
  share === null ? 'border-dashed text-muted-foreground' : (looks.find(({ from }) => share >= from)?.look ?? '');

const scopeOf = (point: string): string => point.slice(0, point.lastIndexOf('-'));

/** The detail table, coloured by what was right lately; each point is one press away from being practised. */
export function PointMastery({ questions, scopes, last, due }: PointMasteryProps) {
  const { t } = useTranslation('exercise');
  const placed = questions.filter(({ point }) => point !== '');
  if (placed.length === 0) return null;
  const tables = [...Map.groupBy(placed, ({ table }) => table)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shareOf = (of: readonly PracticeQuestion[]): number | null => {
    const seen = of.flatMap(({ id }) => last.get(id) ?? []);
    return seen.length === 0 ? null : seen.filter(({ correct }) => correct).length / seen.length;
  };
  const nowMs = Date.now();
  return (
    <Panel title={t('byPoint')} aside={<span className="text-[13px] text-muted-foreground">{t('byPointHelp')}</span>}>
      {tables.map(([table, of]) => {
        const own = scopes.filter((scope) => scope.table === table);
        const nameOf = (code: string): string => own.find((scope) => scope.code === code)?.name ?? '';
        const rows = [...Map.groupBy(of, ({ point }) => scopeOf(point))].toSorted(([a], [b]) => (a < b ? -1 : 1));
        return (
          <div key={table}>
            {tables.length > 1 && (
              <h3 className="border-b bg-muted px-4 py-1.5 text-[13px] font-semibold">{own[0]?.tableName || t('noTable')}</h3>
            )}
            <ul>
              {rows.map(([scope, inScope]) => {
                const share = shareOf(inScope);
                const points = [...Map.groupBy(inScope, ({ point }) => point)].toSorted(([a], [b]) => (a < b ? -1 : 1));
                return (
                  <li
                    key={scope}
                    className="grid gap-x-4 gap-y-1.5 border-b px-4 py-2 last:border-b-0 md:grid-cols-[minmax(0,220px)_56px_minmax(0,1fr)] md:items-center"
                  >
                    <p className="min-w-0 text-sm">
                      <span className="num mr-2 text-[13px] text-muted-foreground">{scope}</span>
                      {nameOf(scope)}
                    </p>
                    <p className="num text-sm">{share === null ? '–' : formatPercent(share)}</p>
                    <p className="flex flex-wrap gap-1.5">
                      {points.map(([point, mine]) => {
                        const right = shareOf(mine);
                        const isDue = mine.some(({ id }) => (due.get(id) ?? Infinity) <= nowMs);
                        const shown = right === null ? t('notSeen') : formatPercent(right);
                        const name = [point, mine[0]?.pointName ?? ''].filter((text) => text !== '').join(' ');
                        const label = [name, shown, ...(isDue ? [t('due')] : [])].join('，');
                        return (
                          <Link
                            key={point}
                            to={`/student/exercises/item/0?${new URLSearchParams({ set: 'point', table, point }).toString()}`}
                            title={label}
                            aria-label={label}
                            className={cn(
                              'num flex min-h-8 min-w-[74px] items-center justify-between gap-1.5 rounded-md border px-2 text-[13px] hover:ring-2 hover:ring-primary/40 pointer-coarse:min-h-11',
                              lookOf(right),
                            )}
                          >
                            <span>{point.slice(point.lastIndexOf('-') + 1)}</span>
                            <b className={cn('font-semibold', isDue && 'underline decoration-2 underline-offset-4')}>{shown}</b>
                          </Link>
                        );
                      })}
                    </p>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </Panel>
  );
}
