/** One line or one set of bars. */
export interface ChartSeries {
  readonly key: string;
  readonly name: string;
}

/** One position on the axis: its name, and a figure for each series; null if there is none. */
export interface ChartPoint {
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
