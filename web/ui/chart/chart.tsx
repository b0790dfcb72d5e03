import { ChartColumn, Table2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../lib/i18n.ts';
import { Button } from '../primitives/button.tsx';
import type { ChartProps } from './chart-picture.tsx';
import { Skeleton } from '../primitives/skeleton.tsx';

const Picture = lazy(async () => ({ default: (await import('./chart-picture.tsx')).ChartPicture }));

/** Shows figures as a chart or as a table, for people who cannot see the chart or want to copy the figures. */
export function Chart(props: ChartProps) {
  const { t } = useTranslation('ui');
  const [asTable, setAsTable] = useState(false);
  const { title, points, height = 240 } = props;
  if (points.length === 0) {
    return (
      <p className="grid place-items-center text-[13px] text-muted-foreground" style={{ height }}>
        {t('chartEmpty')}
      </p>
    );
  }
  return (
    <figure aria-label={title} className="relative">
      <Button
        variant="ghost"
        size="iconSm"
        aria-label={t(asTable ? 'chartPicture' : 'chartTable')}
        title={t(asTable ? 'chartPicture' : 'chartTable')}
        className="absolute -top-1 right-0 z-10 text-muted-foreground print:hidden"
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? <ChartColumn /> : <Table2 />}
      </Button>
      {asTable ? (
        <div className="scroll-slim overflow-y-auto" style={{ maxHeight: height, minHeight: height }}>
          <FigureTable {...props} />
        </div>
      ) : (
        <>
          <div aria-hidden>
            <Suspense fallback={<Skeleton className="w-full" />}>
              <Picture {...props} height={height} />
            </Suspense>
          </div>
          <div className="sr-only">
            <FigureTable {...props} />
          </div>
        </>
      )}
    </figure>
  );
}

function FigureTable({ title, axis, series, points, unit = '' }: ChartProps) {
  return (
    <table className="num w-full text-left text-[13px]">
      <caption className="pb-2 text-left font-medium">{title}</caption>
      <thead>
        <tr className="border-b text-muted-foreground">
          <th scope="col" className="py-1.5 font-normal">
            {axis}
          </th>
          {series.map(({ key, name }) => (
            <th key={key} scope="col" className="py-1.5 text-right font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {points.map((point) => (
          <tr key={point.name} className="border-b last:border-b-0">
            <th scope="row" className="py-1.5 font-normal">
              {point.name}
            </th>
            {series.map(({ key }) => (
              <td key={key} className="py-1.5 text-right">
                {point.figures[key] == null ? '–' : `${point.figures[key]}${unit}`}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
