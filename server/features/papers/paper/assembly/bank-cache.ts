import type { BankTable } from './assembly-problem.ts';
import { type BankRow, BankTableBuilder } from './bank-table.ts';

/** Source of banks; `key` changes with everything that a table is built from. */
export interface BankSource {
  key(schoolId: number): Promise<string>;
  slices(schoolId: number): AsyncIterable<readonly BankRow[]>;
}
export interface CachedBank {
  readonly key: string;
  readonly table: BankTable;
}

/** Maximum number of schools whose banks stay in memory. A bank of 100 000 questions takes about 3 MB. */
const mostHeld = 4;

/** Caches bank tables by school and key. Concurrent calls wait for the same reading. */
export function createBankCache(source: BankSource): (schoolId: number) => Promise<CachedBank> {
  const bankBySchool = new Map<number, { readonly key: string; readonly bank: Promise<CachedBank> }>();
  const readBank = async (schoolId: number, key: string): Promise<CachedBank> => {
    const builder = new BankTableBuilder();
    for await (const rows of source.slices(schoolId)) for (const row of rows) builder.add(row);
    return { key, table: builder.build() };
  };
  return async (schoolId) => {
    const key = await source.key(schoolId);
    const cached = bankBySchool.get(schoolId);
    if (cached?.key === key) return cached.bank;
    const bank = readBank(schoolId, key);
    bankBySchool.delete(schoolId);
    bankBySchool.set(schoolId, { key, bank });
    bank.catch(() => bankBySchool.delete(schoolId));
    for (const oldest of bankBySchool.keys()) if (bankBySchool.size > mostHeld) bankBySchool.delete(oldest);
    return bank;
  };
}
