import { questionStatus, sectionType } from '../../../sync/contract/codes.ts';
import { type Handlers, type Language, Refusal, refuse } from '../../http/handler.ts';
import { bankToChange } from './question-access.ts';
import type { QuestionDeps } from './question-deps.ts';
import { type FileRow, isGood, readQuestionFile } from './question-import.ts';
import type { Remark } from './question-line.ts';
import { questionMessages as messages } from './question-messages.ts';
import { bankOf } from './question-row.ts';
import { questionStore } from './question-store.ts';

export function questionImportHandlers({ db, clock }: QuestionDeps): Pick<Handlers<'question'>, 'importPreview' | 'import'> {
  const store = questionStore(db);
  return {
    async importPreview(input, { caller, language }) {
      const bank = bankToChange(caller, input.bank);
      if (bank instanceof Refusal) return bank;
      const rows = await readQuestionFile(input.text, input.category);
      const good = rows.filter(isGood);
      const inBank = await store.idsByHash(
        bank.schoolId,
        good.map((row) => row.hash),
      );
      const counts = new Map<number, number>();
      for (const row of good) counts.set(row.question.type, (counts.get(row.question.type) ?? 0) + 1);
      return {
        rows: rows.map((row) => ({
          row: row.row,
          ...(row.question ? { question: row.question } : {}),
          faults: inLanguage(row.faults, language),
          warnings: inLanguage(row.warnings, language),
        })),
        good: good.length,
        faulty: rows.length - good.length,
        byType: Object.values(sectionType).flatMap((type) => {
          const count = counts.get(type);
          return count === undefined ? [] : [{ type, count }];
        }),
        duplicates: good.flatMap((row) => {
          const of = duplicateOf(row, inBank);
          return of ? [{ row: row.row, of: of[language] }] : [];
        }),
      };
    },

    async import(input, { caller, audit }) {
      const bank = bankToChange(caller, input.bank);
      if (bank instanceof Refusal) return bank;
      const rows = await readQuestionFile(input.text, input.category);
      const good = rows.filter(isGood);
      const faulty = rows.length - good.length;
      if (input.mode === 'all' && faulty > 0) return refuse('refused', messages.importRefused(faulty, rows.length));
      if (good.length === 0)
        return refuse('refused', rows.length === 0 ? messages.importEmpty() : messages.importRefused(faulty, rows.length));
      const imported = await store.addAll(
        good.map((row) => ({ body: row.question, hash: row.hash })),
        {
          ...bank,
          userId: caller.userId,
          skipDuplicates: input.skipDuplicates,
          status: input.status ?? questionStatus.inUse,
          nowMs: clock.nowMs(),
        },
      );
      const after = { bank: bankOf(bank.schoolId), fileName: input.fileName, imported, category: input.category };
      audit.note({ entity: 'question', id: null, after, schoolId: bank.schoolId });
      return { imported, skipped: rows.length - imported };
    },
  };
}

const inLanguage = (remarks: readonly Remark[], language: Language) =>
  remarks.map(({ field, reason }) => ({ field, reason: reason[language] }));

function duplicateOf(row: FileRow & { hash: string }, inBank: ReadonlyMap<string, number>) {
  const id = inBank.get(row.hash);
  if (id !== undefined) return messages.duplicateOfBank(id);
  return row.sameAsRow === undefined ? undefined : messages.duplicateOfRow(row.sameAsRow);
}
