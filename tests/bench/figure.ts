/** One measured figure. It is printed as one line on standard output; all other output goes to standard error. */
export interface BenchFigure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  /** Budget that the value must meet, such as "≥ 0.5"; empty if the figure has none. */
  readonly budget: string;
  readonly ok: boolean | null;
}

const figures: BenchFigure[] = [];

function add(figure: BenchFigure): void {
  figures.push(figure);
  process.stdout.write(`${JSON.stringify(figure)}\n`);
}
const rounded = (value: number): number => (Math.abs(value) >= 100 ? Math.round(value) : Number(value.toPrecision(3)));

export const benchReport = {
  atLeast(name: string, value: number, unit: string, budget: number): void {
    add({ name, value: rounded(value), unit, budget: `≥ ${budget}`, ok: value >= budget });
  },
  atMost(name: string, value: number, unit: string, budget: number): void {
    add({ name, value: rounded(value), unit, budget: `≤ ${budget}`, ok: value <= budget });
  },
  /** Reports a figure without a budget. */
  seen(name: string, value: number, unit: string): void {
    add({ name, value: rounded(value), unit, budget: '', ok: null });
  },
};
export const listMissedTargets = (): BenchFigure[] => figures.filter((f) => f.ok === false);

export const recordFigure = (text: string): void => void process.stderr.write(`${text}\n`);

/** Returns the percentile `p`, from 0 to 1; NaN for no values. The input is not changed. */
export function computePercentile(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN;
}
export const computeMedian = (values: readonly number[]): number => computePercentile(values, 0.5);
