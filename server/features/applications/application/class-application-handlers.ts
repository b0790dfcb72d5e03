import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { EnrolmentClassRow, enrollCalls } from '../../../../sync/contract/applications/enroll.ts';
import {
  findFieldByMeaning,
  type FormAnswers,
  type FormDesign,
  getTextAnswer,
} from '../../../../sync/contract/applications/form-design.ts';
import { normaliseIdNumber } from '../../../../sync/contract/people/id-number.ts';
import type { BilingualLabel } from '../../../../sync/contract/resource.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { listFormErrors, normaliseFormAnswers } from '../../../../sync/domain/applications/form-rules.ts';
import { parseAnswerCells, adaptFormForSchool } from '../../../../sync/domain/applications/form-sheet.ts';
import type { Database } from '../../../db/schema.ts';
import { noAudit } from '../../../http/audit.ts';
import { type Handlers, type Language, refuse } from '../../../http/handler.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { SchoolFile } from '../../platform/upload/upload-reads.ts';
import { createAccountWrites } from '../../people/user/accounts/account-writes.ts';
import type { FormEdition } from './forms/edition-store.ts';
import { deriveApplicationDoubt } from './application-doubt.ts';
import { listFileErrors } from './application-files.ts';
import { type ApplicationHandler, type ApplicationDeps, createApplicationService } from './application-service.ts';
import { applicationMessages as messages, toLabel } from './application-messages.ts';
import { getApplicantColumns } from './application-person.ts';
import { createApplicationStore } from './application-store.ts';
import { type ApplicationOffer, createOfferStore } from './offer-store.ts';
import { createRuleSetStore } from './forms/rule-set-store.ts';

type Calls = typeof enrollCalls;
interface Sheet {
  readonly offerId: number;
  readonly editionId: number;
  readonly rows: readonly EnrolmentClassRow[];
}
interface Fault {
  readonly path: string;
  readonly words: BilingualLabel;
}
interface JudgedRow {
  readonly line: EnrolmentClassRow;
  readonly answers: FormAnswers;
  readonly idNumber: string;
  readonly faults: Fault[];
}
interface CheckedClassSheet {
  readonly offer: ApplicationOffer;
  readonly edition: FormEdition;
  readonly design: FormDesign;
  readonly rows: readonly JudgedRow[];
}

/** Yield to the event loop after this many rows. */
const turnEvery = 100;

const getLabelText = ([zh, en]: BilingualLabel, language: Language): string => (language === 'en' ? en : zh);

/**
 * Creates the calls with which a school applies for all people in a list at once. Preview and import make the same checks; the import repeats them
 * within its transaction.
 */
export function createClassApplicationHandlers(
  deps: ApplicationDeps,
): Pick<Handlers<'enroll'>, 'getForm' | 'previewClass' | 'importClass'> {
  const { db } = deps;
  const service = createApplicationService(deps, 'enroll');

  const readForm = async (tx: Kysely<Database>, { caller }: CallerContext, offerId: number) => {
    const offer = await createOfferStore(tx).byId('enroll', caller.schoolId, offerId);
    if (offer === undefined) refuse('notFound', messages.offerNotFound());
    const edition = await service.editionFor(tx, caller, offer, undefined);
    return { offer, edition, design: offer.designOf(edition.design) };
  };
  const countPlacesLeft = async (tx: Kysely<Database>, { id, quota }: ApplicationOffer): Promise<number> =>
    quota === 0 ? -1 : Math.max(0, quota - ((await createOfferStore(tx).placesTaken([id])).get(id) ?? 0));

  const findPhotos = ({ rows }: Sheet, schoolId: number): Promise<Map<string, SchoolFile>> =>
    deps.uploads.ofSchool(
      rows.flatMap(({ photo }) => (typeof photo === 'string' ? [] : [photo.url])),
      schoolId,
    );

  /** Checks every row of the list as an application: alone, against the other rows, and against the enrolment batch. */
  const judge = async (
    tx: Kysely<Database>,
    context: CallerContext,
    sheet: Sheet,
    files: ReadonlyMap<string, SchoolFile>,
  ): Promise<CheckedClassSheet> => {
    const formContext = await readForm(tx, context, sheet.offerId);
    const { offer, edition, design } = formContext;
    service.window(offer);
    if (edition.id !== sheet.editionId) refuse('refused', messages.formChanged(), { data: { editionId: edition.id } });
    const schoolDesign = adaptFormForSchool(design);
    const [number, photo] = [findFieldByMeaning(design, 'idNumber'), findFieldByMeaning(design, 'photo')];
    /** A correct ID number contains birthday and sex. If it is wrong, only the number is reported, not all three. */
    const derivedKeys = (['birthday', 'sex'] as const).flatMap((meaning) => findFieldByMeaning(design, meaning)?.key ?? []);
    const today = formatZoneDay(service.nowMs(), getCallZone());
    const judgeRow = (line: EnrolmentClassRow): JudgedRow => {
      const cellAnswers = parseAnswerCells(schoolDesign, new Map(Object.entries(line.cells)));
      const answers = normaliseFormAnswers(schoolDesign, {
        ...cellAnswers,
        ...(photo !== undefined && typeof line.photo !== 'string' && { [photo.key]: [line.photo] }),
      });
      // A photo marked `ready` has passed the check on the device but is not uploaded yet. The import needs the upload, and then checks the photo.
      const faults = [
        ...listFormErrors(schoolDesign, answers, today),
        ...listFileErrors(schoolDesign, answers, files, offer.photoRule),
      ].flatMap((fault): Fault[] => {
        if (fault.path !== photo?.key || typeof line.photo !== 'string') return [fault];
        return line.photo === 'ready' ? [] : [{ path: fault.path, words: toLabel(messages.photoMissing()) }];
      });
      const isWrong = faults.some(({ path }) => path === number?.key);
      return {
        line,
        answers,
        idNumber: normaliseIdNumber(getTextAnswer(answers, number?.key)),
        faults: isWrong ? faults.filter(({ path }) => !derivedKeys.includes(path) || (line.cells[path] ?? '') !== '') : faults,
      };
    };
    const rows: JudgedRow[] = [];
    for (const line of sheet.rows) {
      if (rows.length % turnEvery === 0) await nextTurn();
      rows.push(judgeRow(line));
    }
    const firstRowByNumber = new Map<string, number>();
    const claimedIndexes = await createApplicationStore(tx).claimedInBatch(offer.id);
    let places = offer.waitingList ? -1 : await countPlacesLeft(tx, offer);
    const initialPlaces = places;
    for (const { line, idNumber, faults } of rows) {
      if (number !== undefined && idNumber !== '') {
        const earlierRow = firstRowByNumber.get(idNumber);
        if (earlierRow === undefined) firstRowByNumber.set(idNumber, line.row);
        else faults.push({ path: number.key, words: toLabel(messages.doubleInList(earlierRow)) });
        if (claimedIndexes.has(service.numbers.index(idNumber, context.caller.schoolId).toString('hex')))
          faults.push({ path: number.key, words: toLabel(messages.inBatch()) });
      } else if (!faults.some(({ path }) => path === number?.key))
        faults.push({ path: number?.key ?? '', words: toLabel(messages.noIdNumber()) });
      if (faults.length > 0 || places < 0) continue;
      if (places === 0) faults.push({ path: '', words: toLabel(messages.beyondQuota(initialPlaces)) });
      else places -= 1;
    }
    return { offer, edition, design, rows };
  };

  const getForm: ApplicationHandler<Calls['getForm']> = async ({ offerId }, context) => {
    const formContext = await readForm(db, context, offerId);
    const { offer, edition, design } = formContext;
    if (offer.photoRule === null) refuse('notFound', messages.offerNotFound());
    return { offerId, name: offer.name, editionId: edition.id, design, photoRule: offer.photoRule, left: await countPlacesLeft(db, offer) };
  };

  const previewClass: ApplicationHandler<Calls['previewClass']> = async (input, context) => {
    const judgedSheet = await judge(db, context, input, await findPhotos(input, context.caller.schoolId));
    const { rows, design } = judgedSheet;
    const faulty = rows.filter((row) => row.faults.length > 0).length;
    return {
      good: rows.length - faulty,
      faulty,
      faults: rows.flatMap(({ line, faults }) =>
        faults.map(({ path, words }) => ({
          row: line.row,
          ...(line.sheet !== undefined && { sheet: line.sheet }),
          path,
          label: getFieldLabel(design, path),
          value: line.cells[path] ?? '',
          reason: getLabelText(words, context.language),
        })),
      ),
    };
  };

  const importClass: ApplicationHandler<Calls['importClass']> = async (input, context) => {
    const { caller, audit } = context;
    const files = await findPhotos(input, caller.schoolId);
    return runUnitOfWork(db, caller.schoolId, context, async (tx) => {
      const judgedSheet = await judge(tx, context, input, files);
      const { offer, edition, design, rows } = judgedSheet;
      const validRows = rows.filter((row) => row.faults.length === 0);
      if (input.mode === 'all' && validRows.length < rows.length)
        refuse('refused', messages.rowsFaulty(rows.length - validRows.length, rows.length));
      if (validRows.length === 0) refuse('refused', messages.rowsNone());
      const hasPhoto = findFieldByMeaning(design, 'photo') !== undefined;
      if (hasPhoto && validRows.some(({ line }) => line.photo === 'ready')) refuse('refused', messages.photosFirst());
      const nowMs = service.nowMs();
      const rules = await createRuleSetStore(tx).readRuleSet(offer);
      const accounts = createAccountWrites(tx, deps.keys.personal, deps.chance);
      let accountCount = 0;
      for (const { answers, idNumber } of validRows) {
        const person = getApplicantColumns(design, answers, caller.schoolId, service.numbers);
        const phone = getTextAnswer(answers, findFieldByMeaning(design, 'phone')?.key);
        const account = await accounts.applicant(caller.schoolId, { ...person, idNumber, phone }, nowMs);
        if (account.isNew) accountCount += 1;
        const ownForm = account.isNew ? undefined : await createApplicationStore(tx).findOwn('enroll', offer.id, account.id);
        await service.step(
          tx,
          // The import writes one audit entry for all rows.
          { ...context, audit: noAudit },
          ownForm,
          {
            event: 'submit',
            offer,
            editionId: edition.id,
            applicantId: account.id,
            answers: person.answers,
            columns: {
              ...person,
              doubt: deriveApplicationDoubt(rules, design, answers, offer.level, nowMs),
              edition_id: edition.id,
              rounds: (ownForm?.rounds ?? 0) + 1,
              queued_ms: nowMs,
              submitted_ms: nowMs,
              marks: '{}',
              reason: '',
            },
          },
        );
      }
      await audit.noteIn(tx, {
        entity: 'enrolment',
        id: null,
        name: offer.name,
        before: null,
        after: { imported: validRows.length, accounts: accountCount, offer: offer.name },
      });
      return { imported: validRows.length, skipped: rows.length - validRows.length, accounts: accountCount };
    });
  };

  return { getForm, previewClass, importClass };
}

/** Names the place of a fault in a form: a field, or a column in a row of a table field. */
function getFieldLabel(design: FormDesign, path: string): string {
  const [key, at, column] = path.split('.');
  const field = design.find((each) => each.key === key);
  const inner = field?.columns.find((each) => each.key === column);
  return inner === undefined ? (field?.label ?? '') : `${field?.label ?? ''}${Number(at) + 1} ${inner.label}`;
}
