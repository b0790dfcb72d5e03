import { describe, expect, it } from 'vitest';
import type { NumberedRecord } from './journal-records.ts';
import { createJournalStore } from './journal-store.ts';
import { compareRowVersions } from './device-records.ts';

const createWaitingRow = (keptMs: number) => ({ name: 'a', sealed: `at ${keptMs}`, keptMs });
const createAcceptedRow = (keptMs: number) => ({ ...createWaitingRow(keptMs), sealed: '', takenMs: keptMs + 50 });
const createRefusedRow = (keptMs: number) => ({ ...createWaitingRow(keptMs), refused: 'too late' });

describe('compareRowVersions', () => {
  it('prefers the later change, whatever the server answered to the earlier one', () => {
    expect(compareRowVersions(createWaitingRow(2), createAcceptedRow(1))).toBeGreaterThan(0);
    expect(compareRowVersions(createRefusedRow(1), createWaitingRow(2))).toBeLessThan(0);
  });

  it('prefers, for one change, the state with the server’s answer or with a read refusal', () => {
    for (const answered of [createAcceptedRow(1), createRefusedRow(1)]) {
      expect(compareRowVersions(answered, createWaitingRow(1))).toBeGreaterThan(0);
      expect(compareRowVersions(createWaitingRow(1), answered)).toBeLessThan(0);
    }
    expect(compareRowVersions({ ...createRefusedRow(1), takenMs: 9 }, createRefusedRow(1))).toBeGreaterThan(0);
    expect(compareRowVersions({ ...createWaitingRow(1), takenMs: null }, createWaitingRow(1))).toBe(0);
  });

  it('returns zero for rows without a change time', () => {
    expect(compareRowVersions({ value: 'x' }, { value: 'y' })).toBe(0);
    expect(compareRowVersions(null, createWaitingRow(1))).toBe(0);
  });
});

/** Simulates the tabs of one device. Each tab has its own journal file and reads the files of the others when it looks. */
function device() {
  const files: NumberedRecord[][] = [];
  return {
    files,
    tab() {
      const ownFile: NumberedRecord[] = [];
      const read = new Map(files.map((file) => [file, file.length]));
      const begin = files.flat();
      files.push(ownFile);
      return createJournalStore(begin, {
        append: async (records) => void ownFile.push(...records),
        hasRoom: async () => true,
        prove: async (all) => void ownFile.splice(0, ownFile.length, ...all()),
        async others() {
          return files
            .filter((file) => file !== ownFile)
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

describe('device records in the journals of several tabs', () => {
  it('reach another tab when it reads the other journals', async () => {
    const { tab } = device();
    const [a, b] = [tab(), tab()];
    await a.keep([mark(createWaitingRow(1))]);
    expect(await marksOf(b)).toEqual([]);
    await b.look();
    expect(await marksOf(b)).toEqual([createWaitingRow(1)]);
    await b.keep([mark(createAcceptedRow(1))]);
    await a.look();
    expect([await marksOf(a), await marksOf(tab())]).toEqual([[createAcceptedRow(1)], [createAcceptedRow(1)]]);
  });

  it('are not overwritten by outdated records of a tab that rewrites its journal', async () => {
    for (const way of ['begun anew', 'made again']) {
      const { files, tab } = device();
      const [a, b] = [tab(), tab()];
      const name = (value: string) => ({ table: 'settings', key: 'deviceId', row: { value } });
      await a.keep([mark(createWaitingRow(1)), name('old')]);
      await b.look();
      await b.keep([mark(createAcceptedRow(1)), name('new')]);
      await a.keep([{ table: 'settings', key: 'seat', row: { value: '12' } }]);
      if (way === 'made again') await a.prove();
      else files[0]?.splice(0, files[0].length, ...a.essence());
      expect(await tab().deviceRecords()).toMatchObject([
        { row: createAcceptedRow(1) },
        { row: { value: 'new' } },
        { row: { value: '12' } },
      ]);
    }
  });

  it('never go back to an earlier state', async () => {
    const { tab } = device();
    const a = tab();
    await a.keep([mark(createAcceptedRow(1))]);
    await a.keep([mark(createWaitingRow(1))]);
    expect([await marksOf(a), await marksOf(tab())]).toEqual([[createAcceptedRow(1)], [createAcceptedRow(1)]]);
    await a.keep([mark(createWaitingRow(2))]);
    expect([await marksOf(a), await marksOf(tab())]).toEqual([[createWaitingRow(2)], [createWaitingRow(2)]]);
  });

  it('of a closed tab are copied into a new journal, even if no tab had read them', async () => {
    const { files, tab } = device();
    const a = tab();
    await tab().keep([mark(createWaitingRow(1))]);
    const closed = files.splice(1)[0] ?? [];
    files.push(a.essence(closed));
    expect(await marksOf(tab())).toEqual([createWaitingRow(1)]);
  });
});
