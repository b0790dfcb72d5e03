import { describe, expect, it } from 'vitest';
import type { NumberedRecord } from './journal-records.ts';
import { createJournalStore } from './journal-store.ts';
import { compareRowVersions } from './device-records.ts';

const waiting = (keptMs: number) => ({ name: 'a', sealed: `at ${keptMs}`, keptMs });
const taken = (keptMs: number) => ({ ...waiting(keptMs), sealed: '', takenMs: keptMs + 50 });
const refused = (keptMs: number) => ({ ...waiting(keptMs), refused: 'too late' });

describe('which of two states of a row counts', () => {
  it('the later change, whatever became of the earlier one', () => {
    expect(compareRowVersions(waiting(2), taken(1))).toBeGreaterThan(0);
    expect(compareRowVersions(refused(1), waiting(2))).toBeLessThan(0);
  });

  it('of one change what the server answered, and of a refusal that it was read', () => {
    for (const answered of [taken(1), refused(1)]) {
      expect(compareRowVersions(answered, waiting(1))).toBeGreaterThan(0);
      expect(compareRowVersions(waiting(1), answered)).toBeLessThan(0);
    }
    expect(compareRowVersions({ ...refused(1), takenMs: 9 }, refused(1))).toBeGreaterThan(0);
    expect(compareRowVersions({ ...waiting(1), takenMs: null }, waiting(1))).toBe(0);
  });

  it('is not for rows to say that have no such moment', () => {
    expect(compareRowVersions({ value: 'x' }, { value: 'y' })).toBe(0);
    expect(compareRowVersions(null, waiting(1))).toBe(0);
  });
});

/** Simulates the tabs of one device. Each has its own file and reads the files of the others when it looks. */
function device() {
  const files: NumberedRecord[][] = [];
  return {
    files,
    tab() {
      const mine: NumberedRecord[] = [];
      const read = new Map(files.map((file) => [file, file.length]));
      const begin = files.flat();
      files.push(mine);
      return createJournalStore(begin, {
        append: async (records) => void mine.push(...records),
        hasRoom: async () => true,
        prove: async (all) => void mine.splice(0, mine.length, ...all()),
        async others() {
          return files
            .filter((file) => file !== mine)
            .flatMap((file) => {
              const from = read.get(file) ?? 0;
              read.set(file, file.length);
              return file.slice(from);
            });
        },
      });
    },
  };
}
const mark = (row: unknown) => ({ table: 'marks', key: 'a', row });
const marksOf = async (store: ReturnType<ReturnType<typeof device>['tab']>) => (await store.deviceRecords()).map(({ row }) => row);

describe('rows beside the attempts, in the journals of several tabs', () => {
  it('one tab reads the records of another when it looks', async () => {
    const { tab } = device();
    const [a, b] = [tab(), tab()];
    await a.keep([mark(waiting(1))]);
    expect(await marksOf(b)).toEqual([]);
    await b.look();
    expect(await marksOf(b)).toEqual([waiting(1)]);
    await b.keep([mark(taken(1))]);
    await a.look();
    expect([await marksOf(a), await marksOf(tab())]).toEqual([[taken(1)], [taken(1)]]);
  });

  it('a tab that has not looked writes nothing old as if it were later, neither to a new file nor to a rewritten one', async () => {
    for (const way of ['begun anew', 'made again']) {
      const { files, tab } = device();
      const [a, b] = [tab(), tab()];
      const name = (value: string) => ({ table: 'settings', key: 'deviceId', row: { value } });
      await a.keep([mark(waiting(1)), name('old')]);
      await b.look();
      await b.keep([mark(taken(1)), name('new')]);
      await a.keep([{ table: 'settings', key: 'seat', row: { value: '12' } }]);
      if (way === 'made again') await a.prove();
      else files[0]?.splice(0, files[0].length, ...a.essence());
      expect(await tab().deviceRecords()).toMatchObject([{ row: taken(1) }, { row: { value: 'new' } }, { row: { value: '12' } }]);
    }
  });

  it('an earlier state never replaces a later one', async () => {
    const { tab } = device();
    const a = tab();
    await a.keep([mark(taken(1))]);
    await a.keep([mark(waiting(1))]);
    expect([await marksOf(a), await marksOf(tab())]).toEqual([[taken(1)], [taken(1)]]);
    await a.keep([mark(waiting(2))]);
    expect([await marksOf(a), await marksOf(tab())]).toEqual([[waiting(2)], [waiting(2)]]);
  });

  it('a new file starts with the records of a closed tab, even if nobody had read them', async () => {
    const { files, tab } = device();
    const a = tab();
    await tab().keep([mark(waiting(1))]);
    const closed = files.splice(1)[0] ?? [];
    files.push(a.essence(closed));
    expect(await marksOf(tab())).toEqual([waiting(1)]);
  });
});
