/** Where the run's data folder with the demo's data lies, of which servers begin with copies: see `fill-folder.ts`. */
export interface FilledFolder {
  readonly folder: string;
  /** On the run's PostgreSQL server, where the modules stand there. */
  readonly database: string | null;
}

const name = 'WENKAO_TEST_FILLED';

/** Told to every process of the run. */
export function tellFilledFolder(filled: FilledFolder): void {
  process.env[name] = JSON.stringify(filled);
}

export const filledFolder = (): FilledFolder | null => {
  const told = process.env[name];
  return told === undefined ? null : (JSON.parse(told) as FilledFolder);
};
