import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { questionFileCalls } from '../../../../../sync/contract/bank/question-file-calls.ts';
import type { CallOutput } from '../../../../../sync/contract/call.ts';
import { getSubmittedStatus } from '../../../../../sync/domain/papers/question-machine.ts';
import { createRowOwnerStore, type HiddenDrafts } from '../../../../db/row-owner-store.ts';
import type { Database } from '../../../../db/schema.ts';
import { type Handlers, type Language, refuse } from '../../../../http/handler.ts';
import { accountLimits } from '../../../../limits.ts';
import { templateTexts } from '../formats/excel/template-table.ts';
import { type ValidatedRow, validateCorrectedRow } from '../formats/file-validation.ts';
import { exporters } from '../formats/format-registry.ts';
import type { FormatRemark } from '../formats/question-format.ts';
import { getWritableBank } from '../question-access.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { questionMessages as messages } from '../question-messages.ts';
import { getOwnerSchoolId, toQuestionBank } from '../question-row.ts';
import { createQuestionStore } from '../question-store.ts';
import { createQuestionNearStore } from '../similarity/question-near-store.ts';
import { getComparisonText } from '../similarity/question-sketch.ts';
import { classifyRows } from './question-import-classification.ts';
import { createQuestionIntakeStore } from './question-intake-store.ts';
import { readImportFile, registerImportJob, type StagedImportTask, isValidRow } from './question-intake.ts';

const hourMs = 3_600_000;
const mostPictureBytes = 24 * 1024 * 1024;

type Duplicate = CallOutput<typeof questionFileCalls.importPreview>['duplicates'][number];

/**
 * Finds rows that equal or nearly equal a question of the bank or an earlier row; at most one entry a row. The text of `hidden` questions (other
 * people's drafts) is never shown.
 */
async function findDuplicates(
  db: Kysely<Database>,
  schoolId: number,
  rows: readonly ValidatedRow[],
  language: Language,
  hidden: HiddenDrafts | undefined,
): Promise<Duplicate[]> {
  const validRows = rows.filter(isValidRow);
  const inBank = await createQuestionStore(db).idsByHash(
    schoolId,
    validRows.map((row) => row.hash),
  );
  const unlike = validRows.filter((row) => !inBank.has(row.hash) && row.sameAsRow === undefined);
  const near = await createQuestionNearStore(db).nearest(
    unlike.map(({ row, question, bands = [] }) => ({ row, bands, plain: getComparisonText(question) })),
  );
  const nearIds = [...near.values()].map(({ id }) => id);
  const hiddenIds = await createRowOwnerStore(db).hiddenAmong(hidden, nearIds);
  const byRow = new Map(validRows.map((row) => [row.row, row]));
  const toPercent = (likeness: number): number => Math.min(99, Math.round(likeness * 100));
  return validRows.flatMap(({ row, hash, sameAsRow, nearRow }): Duplicate[] => {
    const id = inBank.get(hash);
    if (id !== undefined) return [{ row, kind: 'same', ofRow: null, ofId: id, of: messages.duplicateOfBank(id)[language], text: '' }];
    const other = near.get(row);
    if (other && other.likeness >= (nearRow?.likeness ?? 0)) {
      const of = messages.nearOfBank(other.id, toPercent(other.likeness))[language];
      return [{ row, kind: 'near', ofRow: null, ofId: other.id, of, text: hiddenIds.has(other.id) ? '' : toExcerpt(other.plain) }];
    }
    const earlierRow = byRow.get(sameAsRow ?? nearRow?.row ?? 0);
    if (earlierRow === undefined) return [];
    const ofRow = earlierRow.row;
    const where = earlierRow.place === '' ? ofRow : earlierRow.place;
    if (nearRow === undefined) return [{ row, kind: 'same', ofRow, ofId: null, of: messages.duplicateOfRow(where)[language], text: '' }];
    const of = messages.nearOfRow(where, toPercent(nearRow.likeness))[language];
    return [{ row, kind: 'near', ofRow, ofId: null, of, text: toExcerpt(getComparisonText(earlierRow.question)) }];
  });
}

const toExcerpt = (plain: string): string => (plain.length > 120 ? `${plain.slice(0, 120)}…` : plain);

export function createQuestionImportHandlers(
  deps: QuestionDeps,
): Pick<Handlers<'question'>, 'importPreview' | 'importCheck' | 'import' | 'importTemplate'> {
  const { db, clock } = deps;
  const intake = registerImportJob(deps);
  const importStore = createQuestionIntakeStore(db);
  const owners = createRowOwnerStore(db);
  return {
    async importPreview({ content, bank: which, ...input }, { caller, language, signal }) {
      const bank = getWritableBank(caller, which);
      const file = await readImportFile(input, Buffer.from(content, 'base64'), deps, {
        bankId: bank.schoolId,
        signal,
        userId: caller.userId,
      });
      return {
        format: file.format,
        notes: file.notes.map((note) => note[language]),
        rows: file.rows.map((row) => presentRow(row, language)),
        duplicates: await findDuplicates(db, bank.schoolId, file.rows, language, owners.hiddenDrafts(caller)),
        pictures: selectShownPictures(file.pictures),
        columns: [...file.columns],
      };
    },

    async importCheck({ row, draft, bank: which, category, ...defaults }, { caller, language }) {
      const bank = getWritableBank(caller, which);
      const judged = validateCorrectedRow(row, draft, { category, bankId: bank.schoolId });
      const { rows } = await classifyRows([judged], defaults, deps);
      return {
        row: presentRow(rows[0] ?? judged, language),
        duplicates: await findDuplicates(db, bank.schoolId, rows, language, owners.hiddenDrafts(caller)),
      };
    },

    async import({ content, bank: which, ...input }, context) {
      const { caller, audit } = context;
      const bank = getWritableBank(caller, which);
      const { userId, schoolId } = caller;
      if ((await importStore.waitingOf(userId, clock.nowMs() - hourMs)) >= accountLimits.importsWaiting)
        refuse('tooMany', messages.importsWait(accountLimits.importsWaiting));
      const bytes = Buffer.from(content, 'base64');
      // Reserve three times the size of the file, for its staged copy in the database and then for the questions, pictures and search index.
      const name = randomUUID();
      const reservation = deps.space.reserve({ name, kind: 'request', userId, schoolId, bytes: 3 * bytes.length });
      if (!(await deps.space.fits().finally(reservation.release))) refuse('refused', messages.diskFull());
      const task: StagedImportTask = { ...input, status: input.status ?? getSubmittedStatus(caller.roles), bankSchoolId: bank.schoolId };
      const after = { bank: toQuestionBank(bank.schoolId), fileName: input.fileName, category: input.category };
      return intake.startWith(context, async (tx, start) => {
        const intakeStore = createQuestionIntakeStore(tx);
        const importId = await intakeStore.stage({ userId, schoolId, task: JSON.stringify(task), content: bytes }, clock.nowMs());
        const startedJob = { jobId: await start({ importId }) };
        await intakeStore.markStarted(importId, startedJob.jobId);
        await audit.noteIn(tx, {
          entity: 'question',
          id: null,
          after: { ...after, ...startedJob },
          schoolId: getOwnerSchoolId(bank.schoolId),
        });
        return startedJob;
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

const presentRow = ({ row, place, question, draft, faults, warnings }: ValidatedRow, language: Language) => ({
  row,
  place,
  ...(question ? { question } : {}),
  draft,
  faults: translateRemarks(faults, language),
  warnings: translateRemarks(warnings, language),
});

const translateRemarks = (remarks: readonly FormatRemark[], language: Language) =>
  remarks.map(({ field, reason }) => ({ field, reason: reason[language] }));

const mimes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', gif: 'image/gif', webp: 'image/webp' };

/** Returns as many pictures as a response may carry. The user sees the others once they are in the bank. */
function selectShownPictures(pictures: ReadonlyMap<string, Uint8Array>): { url: string; data: string }[] {
  let remainingBytes = mostPictureBytes;
  return [...pictures].flatMap(([url, bytes]) => {
    remainingBytes -= bytes.length;
    const mime = mimes[url.slice(url.lastIndexOf('.') + 1)] ?? '';
    return remainingBytes < 0 ? [] : [{ url, data: `data:${mime};base64,${Buffer.from(bytes).toString('base64')}` }];
  });
}
