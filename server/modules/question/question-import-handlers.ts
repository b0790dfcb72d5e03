import { questionStatus, sectionType } from '../../../sync/contract/codes.ts';
import { type Handlers, type Language, Refusal, refuse } from '../../http/handler.ts';
import { readListQuery } from '../../http/list-query.ts';
import { pictureReads } from '../upload/picture-reads.ts';
import { exporters } from './formats/format-registry.ts';
import type { JudgedRow } from './formats/file-judge.ts';
import { writeInThread } from './formats/file-writing.ts';
import type { Remark } from './formats/question-format.ts';
import { bankToChange, bankToRead } from './question-access.ts';
import type { QuestionDeps } from './question-deps.ts';
import { isGoodRow, readImport, registerIntake } from './question-intake.ts';
import { questionIntakeStore } from './question-intake-store.ts';
import { questionListStore, questionSorts, type Scope } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import { bankOf, questionBodyOf } from './question-row.ts';
import { questionStore } from './question-store.ts';

const mostExported = 10_000;
const mostPictureBytes = 24 * 1024 * 1024;

export function questionImportHandlers(
  deps: QuestionDeps,
): Pick<Handlers<'question'>, 'importPreview' | 'import' | 'importTemplate' | 'export'> {
  const { db, clock } = deps;
  const store = questionStore(db);
  const intake = registerIntake(deps);
  /** Of the rows somebody ticked, those they may see, in the order of their numbers. */
  const chosenOf = async ({ schoolId, offered }: Scope, ids: readonly number[]) => {
    const rows = [...(await store.rows(ids)).values()].filter(
      (row) =>
        row.school_id === schoolId &&
        (offered === undefined || (row.status === questionStatus.inUse && row.prof_id !== null && offered.includes(row.prof_id))),
    );
    return { items: rows, total: rows.length };
  };
  return {
    async importPreview({ content, bank: which, ...input }, { caller, language, signal }) {
      const bank = bankToChange(caller, which);
      if (bank instanceof Refusal) return bank;
      const file = await readImport(input, Buffer.from(content, 'base64'), deps, undefined, signal);
      if (file instanceof Refusal) return file;
      const good = file.rows.filter(isGoodRow);
      const inBank = await store.idsByHash(
        bank.schoolId,
        good.map((row) => row.hash),
      );
      const counts = Map.groupBy(good, (row) => row.question.type);
      return {
        format: file.format,
        notes: file.notes.map((note) => note[language]),
        rows: file.rows.map(({ row, place, question, draft, faults, warnings }) => ({
          row,
          place,
          ...(question ? { question } : {}),
          ...(faults.length > 0 || warnings.length > 0 ? { draft } : {}),
          faults: inLanguage(faults, language),
          warnings: inLanguage(warnings, language),
        })),
        good: good.length,
        faulty: file.rows.length - good.length,
        byType: Object.values(sectionType).flatMap((type) => {
          const count = counts.get(type)?.length ?? 0;
          return count === 0 ? [] : [{ type, count }];
        }),
        duplicates: good.flatMap((row) => {
          const of = duplicateOf(row, inBank);
          return of ? [{ row: row.row, of: of[language] }] : [];
        }),
        pictures: picturesToShow(file.pictures),
      };
    },

    async import({ content, bank: which, ...input }, { caller, audit }) {
      const bank = bankToChange(caller, which);
      if (bank instanceof Refusal) return bank;
      const bytes = Buffer.from(content, 'base64');
      const task = JSON.stringify({ ...input, bankSchoolId: bank.schoolId });
      const { userId, schoolId } = caller;
      const importId = await questionIntakeStore(db).stage({ userId, schoolId, task, content: bytes }, clock.nowMs());
      const jobId = await intake.start({ importId }, { userId, schoolId });
      const after = { bank: bankOf(bank.schoolId), fileName: input.fileName, category: input.category, jobId };
      audit.note({ entity: 'question', id: null, after, schoolId: bank.schoolId });
      return { jobId };
    },

    async importTemplate() {
      const { writeTemplate } = await import('./formats/excel-write.ts');
      const { mime, extension } = exporters.excel;
      return { fileName: `题目导入模板.${extension}`, mime, content: Buffer.from(await writeTemplate()).toString('base64') };
    },

    async export({ format, ids, filter: given, sort }, { caller }) {
      const order = readListQuery({ page: 1, pageSize: mostExported, ...(sort === undefined ? {} : { sort }) }, questionSorts, '-id');
      if (order instanceof Refusal) return order;
      const { bank, ...filter } = given ?? {};
      const scope = await bankToRead(db, caller, bank);
      if (scope instanceof Refusal) return scope;
      const found = ids ? await chosenOf(scope, ids) : await questionListStore(db).list(scope, filter, order);
      if (ids && found.total < new Set(ids).size) return refuse('notFound', messages.notFound());
      if (found.total > mostExported) return refuse('refused', messages.exportTooMany(mostExported, found.total));
      const questions = found.items.map(questionBodyOf);
      if (questions.length === 0) return refuse('refused', messages.exportEmpty());
      const urls = [...new Set(JSON.stringify(questions).match(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g) ?? [])];
      const pictures = await pictureReads(db, deps.inspection.folder).pictures(urls);
      const { mime, extension } = exporters[format];
      const bytes = await writeInThread({ format, questions, pictures });
      return { fileName: `questions.${extension}`, mime, count: questions.length, content: Buffer.from(bytes).toString('base64') };
    },
  };
}

const inLanguage = (remarks: readonly Remark[], language: Language) =>
  remarks.map(({ field, reason }) => ({ field, reason: reason[language] }));

function duplicateOf(row: JudgedRow & { hash: string }, inBank: ReadonlyMap<string, number>) {
  const id = inBank.get(row.hash);
  if (id !== undefined) return messages.duplicateOfBank(id);
  return row.sameAsRow === undefined ? undefined : messages.duplicateOfRow(row.sameAsRow);
}

const mimes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

/** As many pictures as an answer may carry; the others are shown once they are in the bank. */
function picturesToShow(pictures: ReadonlyMap<string, Uint8Array>): { url: string; data: string }[] {
  let left = mostPictureBytes;
  return [...pictures].flatMap(([url, bytes]) => {
    left -= bytes.length;
    const mime = mimes[url.slice(url.lastIndexOf('.') + 1)] ?? '';
    return left < 0 ? [] : [{ url, data: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` }];
  });
}
