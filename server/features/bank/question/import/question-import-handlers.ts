import { randomUUID } from 'node:crypto';
import { getSubmittedStatus } from '../../../../../sync/domain/papers/question-machine.ts';
import { createRowOwnerStore } from '../../../../db/row-owner-store.ts';
import { type Handlers, type Language, refuse } from '../../../../http/handler.ts';
import { accountLimits } from '../../../../limits.ts';
import { exporters } from '../formats/format-registry.ts';
import { type ValidatedRow, validateCorrectedRow } from '../formats/file-validation.ts';
import type { FormatRemark } from '../formats/question-format.ts';
import { templateTexts } from '../formats/excel/template-table.ts';
import { getWritableBank } from '../question-access.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { findDuplicates } from './question-import-duplicates.ts';
import { classifyRows } from './question-import-classification.ts';
import { readImportFile, registerImportJob, type StagedImportTask } from './question-intake.ts';
import { createQuestionIntakeStore } from './question-intake-store.ts';
import { questionMessages as messages } from '../question-messages.ts';
import { getOwnerSchoolId, toQuestionBank } from '../question-row.ts';

const hourMs = 3_600_000;
const mostPictureBytes = 24 * 1024 * 1024;

export function createQuestionImportHandlers(
  deps: QuestionDeps,
): Pick<Handlers<'question'>, 'importPreview' | 'importCheck' | 'import' | 'importTemplate'> {
  const { db, clock } = deps;
  const intake = registerImportJob(deps);
  const staged = createQuestionIntakeStore(db);
  const owners = createRowOwnerStore(db);
  return {
    async importPreview({ content, bank: which, ...input }, { caller, language, signal }) {
      const bank = getWritableBank(caller, which);
      const file = await readImportFile(input, Buffer.from(content, 'base64'), deps, { bankId: bank.schoolId, signal, by: caller.userId });
      return {
        format: file.format,
        notes: file.notes.map((note) => note[language]),
        rows: file.rows.map((row) => rowTold(row, language)),
        duplicates: await findDuplicates(db, bank.schoolId, file.rows, language, owners.hiddenDrafts(caller)),
        pictures: picturesToShow(file.pictures),
        columns: [...file.columns],
      };
    },

    async importCheck({ row, draft, bank: which, category, ...defaults }, { caller, language }) {
      const bank = getWritableBank(caller, which);
      const judged = validateCorrectedRow(row, draft, { category, bankId: bank.schoolId });
      const { rows } = await classifyRows([judged], defaults, deps);
      return {
        row: rowTold(rows[0] ?? judged, language),
        duplicates: await findDuplicates(db, bank.schoolId, rows, language, owners.hiddenDrafts(caller)),
      };
    },

    async import({ content, bank: which, ...input }, context) {
      const { caller, audit } = context;
      const bank = getWritableBank(caller, which);
      const { userId, schoolId } = caller;
      if ((await staged.waitingOf(userId, clock.nowMs() - hourMs)) >= accountLimits.importsWaiting)
        refuse('tooMany', messages.importsWait(accountLimits.importsWaiting));
      const bytes = Buffer.from(content, 'base64');
      // Reserve three times the file: the staged copy in the database, then questions, pictures and their index.
      const name = randomUUID();
      const reservation = deps.space.reserve({ name, kind: 'request', userId, schoolId, bytes: 3 * bytes.length });
      if (!(await deps.space.fits().finally(reservation.release))) refuse('refused', messages.diskFull());
      const task: StagedImportTask = { ...input, status: input.status ?? getSubmittedStatus(caller.roles), bankSchoolId: bank.schoolId };
      const after = { bank: toQuestionBank(bank.schoolId), fileName: input.fileName, category: input.category };
      return intake.startWith(context, async (tx, start) => {
        const within = createQuestionIntakeStore(tx);
        const importId = await within.stage({ userId, schoolId, task: JSON.stringify(task), content: bytes }, clock.nowMs());
        const begun = { jobId: await start({ importId }) };
        await within.begun(importId, begun.jobId);
        await audit.noteIn(tx, { entity: 'question', id: null, after: { ...after, ...begun }, schoolId: getOwnerSchoolId(bank.schoolId) });
        return begun;
      });
    },

    async importTemplate(_input, { language }) {
      const { writeTemplate } = await import('../formats/excel/excel-write.ts');
      const { mime, extension } = exporters.excel;
      return {
        fileName: `${templateTexts[language].file}.${extension}`,
        mime,
        content: Buffer.from(await writeTemplate(language)).toString('base64'),
      };
    },
  };
}

const rowTold = ({ row, place, question, draft, faults, warnings }: ValidatedRow, language: Language) => ({
  row,
  place,
  ...(question ? { question } : {}),
  draft,
  faults: inLanguage(faults, language),
  warnings: inLanguage(warnings, language),
});

const inLanguage = (remarks: readonly FormatRemark[], language: Language) =>
  remarks.map(({ field, reason }) => ({ field, reason: reason[language] }));

const mimes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

/** Returns as many pictures as a response may carry. The user sees the others once they are in the bank. */
function picturesToShow(pictures: ReadonlyMap<string, Uint8Array>): { url: string; data: string }[] {
  let left = mostPictureBytes;
  return [...pictures].flatMap(([url, bytes]) => {
    left -= bytes.length;
    const mime = mimes[url.slice(url.lastIndexOf('.') + 1)] ?? '';
    return left < 0 ? [] : [{ url, data: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` }];
  });
}
