import { Bar, BarChart, CartesianGrid, Legend, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts';

/** Looks of the series, in order. Lines differ in dash pattern too, for people who cannot distinguish the colours. */
const looks = [
  { colour: 'var(--primary)', dash: '0' },
  { colour: 'var(--delivered)', dash: '6 3' },
  { colour: 'var(--kept)', dash: '2 3' },
  { colour: 'var(--seal)', dash: '8 3 2 3' },
] as const;

const tick = { fill: 'var(--muted-foreground)', fontSize: 12 };

export function ChartPicture({ kind, series, points, unit = '', height = 240 }: ChartProps) {
  const data = points.map((point) => ({ name: point.name, ...point.figures }));
  const frame = [
    <CartesianGrid key="grid" vertical={false} stroke="var(--border)" />,
    <XAxis key="x" dataKey="name" tick={tick} tickLine={false} axisLine={{ stroke: 'var(--border)' }} minTickGap={8} />,
    <YAxis key="y" tick={tick} tickLine={false} axisLine={false} width={40} allowDecimals={false} />,
    <Tooltip
      key="tooltip"
      cursor={{ fill: 'var(--muted)', stroke: 'var(--border)' }}
      formatter={(figure) => `${String(figure)}${unit}`}
      contentStyle={{
        background: 'var(--popover)',
        border: '1px solid var(--border)',
        borderRadius: 8,
        boxShadow: 'var(--shadow-pop)',
        fontSize: 13,
      }}
      labelStyle={{ color: 'var(--foreground)', fontWeight: 600 }}
      itemStyle={{ color: 'var(--foreground)' }}
    />,
    ...(series.length > 1 ? [<Legend key="legend" wrapperStyle={{ fontSize: 13 }} />] : []),
  ];
  const shared = { data, margin: { top: 20, right: 16, bottom: 0, left: 0 }, accessibilityLayer: false };
  return (
    <ResponsiveContainer width="100%" height={height}>
      {kind === 'bars' ? (
        <BarChart {...shared}>
          {frame}
          {series.map(({ key, name }, at) => (
            <Bar
              key={key}
              dataKey={key}
              name={name}
              fill={looks[at % looks.length]?.colour ?? ''}
              radius={[4, 4, 0, 0]}
              maxBarSize={44}
              isAnimationActive={false}
            />
          ))}
        </BarChart>
      ) : (
        <LineChart {...shared}>
          {frame}
          {series.map(({ key, name }, at) => (
            <Line
              key={key}
              dataKey={key}
              name={name}
              type="monotone"
              stroke={looks[at % looks.length]?.colour ?? ''}
              strokeDasharray={looks[at % looks.length]?.dash ?? '0'}
              strokeWidth={2}
              dot={{ r: 3, strokeDasharray: '0' }}
              isAnimationActive={false}
            />
          ))}
        </LineChart>
      )}
    </ResponsiveContainer>
  );
}

/** One data series: a line or a set of bars. */
interface ChartSeries {
  readonly key: string;
  readonly name: string;
}

/** One position on the axis: its name, and a figure for each series; null if a series has no figure there. */
interface ChartPoint {
  readonly name: string;
  readonly figures: Readonly<Record<string, number | null>>;
}

export interface ChartProps {
  /** `bars` compares amounts; `lines` shows a development. */
  kind: 'bars' | 'lines';
  /** The question that the chart answers. Read aloud, and used as the table's caption. */
  title: string;
  /** Name of the axis; heading of the table's first column. */
  axis: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** Unit after each figure, for example "%" or "人". */
  unit?: string;
  height?: number;
}
