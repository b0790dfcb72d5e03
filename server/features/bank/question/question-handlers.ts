import { listQuestionSteps } from '../../../../sync/domain/papers/question-machine.ts';
import { toTotalFields } from '../../../db/list-page.ts';
import { createRowOwnerStore } from '../../../db/row-owner-store.ts';
import { type Caller, type Handlers, refuse } from '../../../http/handler.ts';
import { readSearchQuery, readListQuery } from '../../../http/input/list-query.ts';
import { listRowActions } from '../../../http/limits/row-access.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { getReadableBank, canChangeQuestion, canSeeQuestion } from './question-access.ts';
import { createQuestionCategoryHandlers } from './categories/question-category-handlers.ts';
import { createQuestionChangeHandlers } from './question-change-handlers.ts';
import type { QuestionDeps } from './question-deps.ts';
import { checkClassification } from './categories/question-classification.ts';
import { createQuestionHistoryStore } from './question-history-store.ts';
import { createQuestionImportHandlers } from './import/question-import-handlers.ts';
import { type ListedQuestion, createQuestionListStore, questionSorts, type QuestionScope } from './question-list-store.ts';
import { questionMessages as messages } from './question-messages.ts';
import { toQuestionBank, toQuestionBody, type QuestionTableRow } from './question-row.ts';
import { computeBands, getComparisonText } from './similarity/question-sketch.ts';
import { createQuestionCountStore, createQuestionStore } from './question-store.ts';
import { questionStatus, sectionType } from '../../../../sync/contract/codes.ts';
import type { QuestionBody } from '../../../../sync/contract/bank/question-body.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createUploadReads } from '../../platform/upload/upload-reads.ts';
import type { QuestionToWrite } from './formats/draft-write.ts';
import { writeFileInThread } from './formats/threads/file-writing.ts';
import { exporters } from './formats/format-registry.ts';

const mostExported = 10_000;
const mostPictureMb = 150;

/** Adds profession codes and trade names to the questions, because ids differ between servers. */
async function addProfessionAndTrade(db: QuestionDeps['db'], questions: readonly QuestionBody[]): Promise<QuestionToWrite[]> {
  const ids = [...new Set(questions.flatMap(({ profId }) => profId ?? []))];
  const known = new Map(await Promise.all(ids.map(async (id) => [id, await createProfessionReads(db).byId(id)] as const)));
  return questions.map((question) => {
    const profession = question.profId === null ? undefined : known.get(question.profId);
    const trade = profession?.trades.find(({ id }) => id === question.tradeId);
    return { ...question, ...(profession && { profCode: profession.code }), ...(trade && { tradeName: trade.name }) };
  });
}

function createQuestionExportHandlers({ db, objects }: QuestionDeps): Pick<Handlers<'question'>, 'export'> {
  /** Returns the selected rows that the caller may see, ascending by id. */
  const readChosenRows = async ({ schoolId, offered }: QuestionScope, ids: readonly number[]) => {
    const rows = [...(await createQuestionStore(db).rows(ids)).values()].filter(
      (row) =>
        row.school_id === schoolId &&
        (offered === undefined || (row.status === questionStatus.inUse && row.prof_id !== null && offered.includes(row.prof_id))),
    );
    return { items: rows };
  };
  return {
    async export({ format, ids, filter: requestedFilter, sort }, { caller, signal }) {
      // Read one row more than the limit. An extra row proves that there are too many.
      const order = readListQuery({ page: 1, pageSize: mostExported + 1, ...(sort === undefined ? {} : { sort }) }, questionSorts, '-id');
      const { bank, ...filter } = requestedFilter ?? {};
      const scope = await getReadableBank(db, caller, bank);
      const selection = ids ? await readChosenRows(scope, ids) : await createQuestionListStore(db).list(scope, filter, order);
      if (ids && selection.items.length < new Set(ids).size) refuse('notFound', messages.notFound());
      if (selection.items.length > mostExported) refuse('refused', messages.exportTooMany(mostExported));
      const questions = await addProfessionAndTrade(db, selection.items.map(toQuestionBody));
      if (questions.length === 0) refuse('refused', messages.exportEmpty());
      const urls = [...new Set(JSON.stringify(questions).match(/\/uploads\/[0-9a-f]{32}\.[a-z0-9]{2,5}/g) ?? [])];
      const uploads = createUploadReads(db, objects);
      if ((await uploads.sizeOf(urls)) > mostPictureMb * 1024 * 1024) refuse('refused', messages.exportPictures(mostPictureMb));
      const pictures = await uploads.pictures(urls);
      const { mime, extension } = exporters[format];
      const bytes = await writeFileInThread({ format, questions, pictures }, { userId: caller.userId, signal });
      if (bytes === undefined) refuse('tooMany', messages.filesBusy());
      return {
        fileName: `questions.${extension}`,
        mime,
        count: questions.length,
        onlyMoodle: format === 'gift' ? questions.filter(({ type }) => type === sectionType.ordering).length : 0,
        content: Buffer.from(bytes).toString('base64'),
      };
    },
  };
}

export function createQuestionHandlers(deps: QuestionDeps): Handlers<'question'> {
  const { db } = deps;
  const store = createQuestionStore(db);
  const lists = createQuestionListStore(db);
  const histories = createQuestionHistoryStore(db);
  const counts = createQuestionCountStore(db);

  const findVisibleRow = async (caller: Caller, id: number): Promise<QuestionTableRow> => {
    const row = await store.row(id);
    return row && (await canSeeQuestion(db, caller, row)) ? row : refuse('notFound', messages.notFound());
  };

  return {
    ...createQuestionImportHandlers(deps),
    ...createQuestionExportHandlers(deps),
    ...createQuestionChangeHandlers(deps),
    ...createQuestionCategoryHandlers(deps),

    async getList(input, { caller }) {
      const order = readSearchQuery(input, questionSorts, '-id');
      const { bank, ...filter } = input.filter ?? {};
      const scope = await getReadableBank(db, caller, bank);
      const { items, total } = await lists.list(scope, filter, order);
      return {
        items: items.map((row) => {
          const { key: _key, analysis: _analysis, ...shown } = toQuestionBody(row);
          return { ...shown, ...presentStanding(row) };
        }),
        ...toTotalFields(total),
      };
    },

    async getById({ id }, { caller }) {
      const row = await findVisibleRow(caller, id);
      const body = toQuestionBody(row);
      const users = createUserReads(db);
      const [createdByName, updatedByName, classification, history] = await Promise.all([
        users.nameOf(row.created_by),
        users.nameOf(row.updated_by),
        checkClassification(db, body),
        histories.list(row),
      ]);
      const rowActions = canChangeQuestion(caller, row) ? await listRowActions(createRowOwnerStore(db), 'question', id, caller) : [];
      const isCertified = canChangeQuestion(caller, row) && row.owner_school_id === null;
      const [last] = history;
      return {
        ...body,
        ...presentStanding({ ...row, createdByName, updatedByName }),
        ...classification.names,
        editable: isCertified || rowActions.includes('change'),
        events:
          isCertified || rowActions.includes('review')
            ? listQuestionSteps(row.status, { roles: caller.roles, isAuthor: row.updated_by === caller.userId })
            : [],
        returned: last?.event === 'return' ? { reason: last.note, byName: last.byName, atMs: last.atMs } : null,
      };
    },

    async getHistory({ id }, { caller }) {
      const row = await findVisibleRow(caller, id);
      return { items: (await histories.list(row)).map(({ byId: _byId, fields, ...item }) => ({ ...item, fields: [...fields] })) };
    },

    async getVersion({ id, version }, { caller }) {
      const row = await findVisibleRow(caller, id);
      const body = await histories.readVersion(row, version);
      return body ? { ...body, version } : refuse('notFound', messages.noVersion(version));
    },

    async getUsage({ id }, { caller }) {
      const row = await findVisibleRow(caller, id);
      return {
        ...(await deps.uses.question(db, caller, id)),
        usedCount: row.used_count,
        exposedCount: row.exposed_count,
        lastUsedMs: row.last_used_ms,
      };
    },

    async getCount({ bank }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      return { items: await counts.byProfession(scope) };
    },

    async getPoints({ bank, profId, level }, { caller }) {
      const scope = await getReadableBank(db, caller, bank);
      return { items: await counts.byPoint(scope, profId, level) };
    },

    async findDuplicates({ id, bank, stem, options }, { caller }) {
      const row = id === undefined ? undefined : await findVisibleRow(caller, id);
      const scope = await getReadableBank(db, caller, row ? toQuestionBank(row.school_id) : bank);
      const plain = getComparisonText({ stem, options });
      return { items: await lists.listSimilar(scope, { plain, bands: computeBands(plain, scope.schoolId), id }) };
    },
  };
}

const presentStanding = (row: ListedQuestion) => ({
  id: row.id,
  version: row.version,
  bank: toQuestionBank(row.school_id),
  status: row.status,
  createdMs: row.created_ms,
  createdByName: row.createdByName ?? '',
  updatedMs: row.updated_ms,
  updatedByName: row.updatedByName ?? '',
  usedCount: row.used_count,
  exposedCount: row.exposed_count,
  lastUsedMs: row.last_used_ms,
});
