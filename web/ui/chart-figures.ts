/** One line or one set of bars. */
export interface ChartSeries {
  readonly key: string;
  readonly name: string;
}

/** One place on the axis: its name, and a figure for each series; null where there is none. */
export interface ChartPoint {
  readonly name: string;
  readonly figures: Readonly<Record<string, number | null>>;
}

export interface ChartProps {
  /** `bars`: how many of each. `lines`: how it went. */
  kind: 'bars' | 'lines';
  /** What the chart answers; read out, and the table's caption. */
  title: string;
  /** Name of the axis below: the head of the table's first column. */
  axis: string;
  series: readonly ChartSeries[];
  points: readonly ChartPoint[];
  /** "%", "人": behind each figure. */
  unit?: string;
  height?: number;
}
