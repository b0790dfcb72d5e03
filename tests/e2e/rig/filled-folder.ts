/** Data folder with the demo data, which servers of this run copy: see `fill-folder.ts`. */
export interface FilledFolder {
  readonly folder: string;
  /** Name of the database on the run's PostgreSQL server; null when the run uses SQLite. */
  readonly database: string | null;
}

const name = 'WENKAO_TEST_FILLED';

/** Publishes the folder to every process of the run through the environment. */
export function reportFilledFolder(filled: FilledFolder): void {
  process.env[name] = JSON.stringify(filled);
}

/** Returns the run's folder with the demo data; null if the run has none. */
export const readFilledFolder = (): FilledFolder | null => {
  const told = process.env[name];
  return told === undefined ? null : (JSON.parse(told) as FilledFolder);
};
