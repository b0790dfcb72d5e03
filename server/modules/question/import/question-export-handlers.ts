import { join } from 'node:path';
import { questionStatus } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question-body.ts';
import { type Handlers, refuse } from '../../../http/handler.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import { createProfessionReads } from '../../profession/profession-reads.ts';
import { createUploadReads } from '../../upload/upload-reads.ts';
import type { QuestionToWrite } from '../formats/draft-write.ts';
import { writeFileInThread } from '../formats/threads/file-writing.ts';
import { exporters } from '../formats/format-registry.ts';
import { getReadableBank } from '../question-access.ts';
import type { QuestionDeps } from '../question-deps.ts';
import { createQuestionListStore, questionSorts, type QuestionScope } from '../question-list-store.ts';
import { questionMessages as messages } from '../question-messages.ts';
import { toQuestionBody } from '../question-row.ts';
import { createQuestionStore } from '../question-store.ts';

const mostExported = 10_000;
const mostPictureMb = 150;

/** Adds profession codes and trade names to the questions, because ids differ between servers. */
async function withPlaces(db: QuestionDeps['db'], questions: readonly QuestionBody[]): Promise<QuestionToWrite[]> {
  const ids = [...new Set(questions.flatMap(({ profId }) => profId ?? []))];
  const known = new Map(await Promise.all(ids.map(async (id) => [id, await createProfessionReads(db).byId(id)] as const)));
  return questions.map((question) => {
    const profession = question.profId === null ? undefined : known.get(question.profId);
    const trade = profession?.trades.find(({ id }) => id === question.tradeId);
    return { ...question, ...(profession && { profCode: profession.code }), ...(trade && { tradeName: trade.name }) };
  });
}

export function createQuestionExportHandlers({ db, inspection }: QuestionDeps): Pick<Handlers<'question'>, 'export'> {
  /** Returns the selected rows that the caller may see, ascending by id. */
  const chosenOf = async ({ schoolId, offered }: QuestionScope, ids: readonly number[]) => {
    const rows = [...(await createQuestionStore(db).rows(ids)).values()].filter(
      (row) =>
        row.school_id === schoolId &&
        (offered === undefined || (row.status === questionStatus.inUse && row.prof_id !== null && offered.includes(row.prof_id))),
    );
    return { items: rows };
  };
  return {
    async export({ format, ids, filter: given, sort }, { caller, signal }) {
      // Read one row more than the limit. An extra row proves that there are too many.
      const order = readListQuery({ page: 1, pageSize: mostExported + 1, ...(sort === undefined ? {} : { sort }) }, questionSorts, '-id');
      const { bank, ...filter } = given ?? {};
      const scope = await getReadableBank(db, caller, bank);
      const found = ids ? await chosenOf(scope, ids) : await createQuestionListStore(db).list(scope, filter, order);
      if (ids && found.items.length < new Set(ids).size) refuse('notFound', messages.notFound());
      if (found.items.length > mostExported) refuse('refused', messages.exportTooMany(mostExported));
      const questions = await withPlaces(db, found.items.map(toQuestionBody));
      if (questions.length === 0) refuse('refused', messages.exportEmpty());
      const urls = [...new Set(JSON.stringify(questions).match(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g) ?? [])];
      const uploads = createUploadReads(db, join(inspection.folder, 'uploads'));
      if ((await uploads.sizeOf(urls)) > mostPictureMb * 1024 * 1024) refuse('refused', messages.exportPictures(mostPictureMb));
      const pictures = await uploads.pictures(urls);
      const { mime, extension } = exporters[format];
      const bytes = await writeFileInThread({ format, questions, pictures }, { by: caller.userId, signal });
      if (bytes === undefined) refuse('tooMany', messages.filesBusy());
      return { fileName: `questions.${extension}`, mime, count: questions.length, content: Buffer.from(bytes).toString('base64') };
    },
  };
}
