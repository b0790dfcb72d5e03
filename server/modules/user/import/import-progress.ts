/** Steps of an import, in their order. */
export type ImportStep = 'checking' | 'preparing' | 'writing';
export interface PeopleImportProgress {
  readonly step: ImportStep;
  readonly done: number;
  readonly total: number;
}
export type ReportImportProgress = (step: ImportStep, done: number, total: number) => void;

/** Tracks running imports by user and key, in memory only: a restart ends the imports anyway. */
export function createImportProgress() {
  const running = new Map<string, PeopleImportProgress>();
  const nameOf = (userId: number, key: string): string => `${userId}/${key}`;
  return {
    of: (userId: number, key: string): PeopleImportProgress => running.get(nameOf(userId, key)) ?? { step: 'checking', done: 0, total: 0 },

    /** Runs an import and removes its progress afterwards. */
    async during<T>(userId: number, key: string | undefined, work: (say: ReportImportProgress) => Promise<T>): Promise<T> {
      if (key === undefined) return work(() => undefined);
      const name = nameOf(userId, key);
      try {
        return await work((step, done, total) => void running.set(name, { step, done, total }));
      } finally {
        running.delete(name);
      }
    },
  };
}
