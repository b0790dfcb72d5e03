import type { Keepsake } from '../../sync/engine/keepsakes.ts';
import type { DBCore, DBCoreMutateRequest, Dexie } from 'dexie';
import { practiceNames } from './practice-names.ts';
import { hasJournals } from './journal-place.ts';
import type { JournalCalls } from './journal-messages.ts';

/**
 * Beside the attempts, what somebody needs to go on after the database is lost (SY20, SY25): who may sign in here, what they were told of their
 * exams, the names of this PC. A content key is not among them: the browser keeps it and shows its bytes to nobody, so the paper is opened
 * by the server or the room's code once more.
 */
export const tablesKeptTwice: readonly string[] = ['vaults', 'notices', 'settings', 'packages'];

/**
 * The pre-check's own trace proves something only where it stands. Practice is large and is written whole with every answer: of a few students at one
 * PC it would leave the journal no room for an exam.
 */
const keptOnce = (key: string | number): boolean => key === 'precheck' || String(key).startsWith(practiceNames);
export const isKept = (table: string, key: unknown): key is string | number =>
  (typeof key === 'string' || typeof key === 'number') && !(table === 'settings' && keptOnce(key));

/** These the twofold store writes, which knows by itself when it must not. */
const ofAttempts: readonly string[] = ['sittings', 'streams', 'ops', 'clock'];
let isLeftAlone = (): boolean => false;
/** Repairs under way. They look for free space themselves, and write while the save status does not yet call the database sound. */
export const repairs = { count: 0 };
/** While this says so, nothing else is written to the database either: on a full disk, the browser may delete both replicas for it. */
export const leaveAloneWhile = (told: () => boolean): void => void (isLeftAlone = told);

/** Tells the second copy of every row of these tables, behind the write that is under way: nobody waits for it. */
export function followTables(db: Dexie, second: JournalCalls): void {
  const tell = (kept: readonly Keepsake[]): void => {
    const rows = kept.filter(({ table, key }) => isKept(table, key));
    if (rows.length === 0) return;
    void hasJournals()
      .then((has) => (has ? keep(second, rows) : undefined))
      .catch(() => undefined);
  };
  db.use({
    stack: 'dbcore',
    name: 'secondCopy',
    create: (core): DBCore => ({
      ...core,
      table(name) {
        const table = core.table(name);
        if (ofAttempts.includes(name)) return table;
        return {
          ...table,
          async mutate(request) {
            if (isLeftAlone() && repairs.count === 0) throw new DOMException('the disk is full', 'QuotaExceededError');
            const response = await table.mutate(request);
            if (tablesKeptTwice.includes(name)) tell(keepsakesOf(name, request, response.results ?? []));
            return response;
          },
        };
      },
    }),
  });
}

function keepsakesOf(table: string, request: DBCoreMutateRequest, keys: readonly unknown[]): Keepsake[] {
  if (request.type === 'delete') return request.keys.map((key) => ({ table, key: key as string, row: null }));
  if (request.type === 'deleteRange') return [];
  return request.values.map((row: { id?: number }, at) => {
    const key = (keys[at] ?? request.keys?.[at]) as string | number;
    return { table, key, row: table === 'vaults' ? { ...row, id: key } : row };
  });
}

/** Papers go to files of their own. */
async function keep(second: JournalCalls, rows: readonly Keepsake[]): Promise<void> {
  for (const { table, key, row } of rows)
    if (table === 'packages') await second.keepPaper(Number(key), row === null ? null : JSON.stringify(row));
  await second.keep(rows.filter(({ table }) => table !== 'packages'));
}
