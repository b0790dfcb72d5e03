import { useTranslation } from '../../../lib/i18n.ts';
import { Link } from 'react-router-dom';
import type { PracticeAnswer, PracticeQuestion, PracticeScope } from '../../../../sync/contract/learning/exercise.ts';
import { cn } from '../../../lib/cn.ts';
import { formatPercent } from '../../../lib/format-number.ts';
import { Panel } from '../../../ui/primitives/panel.tsx';
import { useNow } from '../../../ui/use-now.ts';

interface PointMasteryProps {
  questions: readonly PracticeQuestion[];
  scopes: readonly PracticeScope[];
  last: ReadonlyMap<number, PracticeAnswer>;
  due: ReadonlyMap<number, number>;
}

/** Styles by share of right answers; `from` is the lower bound. Darker and fuller means a larger share. */
const looks = [
  { from: 0, key: 'legend0', quarters: 1, look: 'border-primary/20 bg-primary-soft' },
  { from: 0.4, key: 'legend40', quarters: 2, look: 'border-primary/30 bg-primary/20' },
  { from: 0.6, key: 'legend60', quarters: 3, look: 'border-primary/60 bg-primary/35' },
  { from: 0.8, key: 'legend80', quarters: 4, look: 'border-primary bg-primary text-primary-foreground' },
] as const;
const unseenLook = 'border-dashed text-muted-foreground';
const lookOf = (share: number) => looks.findLast(({ from }) => share >= from) ?? looks[0];

/** SVG arc from 12 o'clock over the given number of quarters. */
const arcs = { 1: '0 0 1 12.5 8', 2: '0 0 1 8 12.5', 3: '0 1 1 3.5 8' } as const;

/** Shows the level as a filled circle, so that it does not depend on colour alone. */
function Pie({ quarters }: { quarters: 1 | 2 | 3 | 4 }) {
  return (
    <svg aria-hidden viewBox="0 0 16 16" className="size-4 flex-none" fill="currentColor">
      <circle cx="8" cy="8" r="6.5" fill="none" stroke="currentColor" />
      {quarters === 4 ? <circle cx="8" cy="8" r="4.5" /> : <path d={`M8 8V3.5A4.5 4.5 ${arcs[quarters]}Z`} />}
    </svg>
  );
}

/** Marks a point that has questions due for repetition. */
function DueCorner() {
  return (
    <svg aria-hidden viewBox="0 0 10 10" className="absolute top-0 right-0 size-2.5" fill="currentColor">
      <path d="M0 0H10V10Z" />
    </svg>
  );
}

function Legend() {
  const { t } = useTranslation('exercise');
  const swatch = 'relative flex h-6 w-8 items-center justify-center overflow-hidden rounded-md border';
  return (
    <ul className="num flex flex-wrap gap-x-3 gap-y-1 text-[13px] text-muted-foreground">
      <li className="flex items-center gap-1.5">
        <span className={cn(swatch, unseenLook)} />
        {t('notSeen')}
      </li>
      {looks.map(({ key, quarters, look }) => (
        <li key={key} className="flex items-center gap-1.5">
          <span className={cn(swatch, 'text-foreground', look)}>
            <Pie quarters={quarters} />
          </span>
          {t(key)}
        </li>
      ))}
      <li className="flex items-center gap-1.5">
        <span className={cn(swatch, 'bg-primary/20 text-foreground')}>
          <DueCorner />
        </span>
        {t('due')}
      </li>
    </ul>
  );
}

const scopeOf = (point: string): string => point.slice(0, point.lastIndexOf('-'));

/** Shows the points of the detail table, coloured by recent results; each point links to its practice. */
export function PointMastery({ questions, scopes, last, due }: PointMasteryProps) {
  const { t } = useTranslation('exercise');
  const nowMs = useNow();
  const placed = questions.filter(({ point }) => point !== '');
  if (placed.length === 0) return null;
  const tables = [...Map.groupBy(placed, ({ table }) => table)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const shareOf = (of: readonly PracticeQuestion[]): number | null => {
    const seen = of.flatMap(({ id }) => last.get(id) ?? []);
    return seen.length === 0 ? null : seen.filter(({ correct }) => correct).length / seen.length;
  };
  return (
    <Panel title={t('byPoint')}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b px-4 py-2">
        <p className="text-[13px] text-muted-foreground">{t('byPointHelp')}</p>
        <Legend />
      </div>
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
                              'num relative flex min-h-8 min-w-[92px] items-center justify-between gap-1.5 overflow-hidden rounded-md border px-2 text-[13px] hover:ring-2 hover:ring-primary/40 pointer-coarse:min-h-11',
                              right === null ? unseenLook : lookOf(right).look,
                            )}
                          >
                            <span>{point.slice(point.lastIndexOf('-') + 1)}</span>
                            {right !== null && <Pie quarters={lookOf(right).quarters} />}
                            <b className="font-semibold">{shown}</b>
                            {isDue && <DueCorner />}
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
