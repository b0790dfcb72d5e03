import type { Kysely, Transaction } from 'kysely';
import type { CallOutput, ParsedCallInput, CallSpec } from '../../../../sync/contract/call.ts';
import type { ApplicationEvent } from '../../../../sync/contract/codes.ts';
import type { FieldRemarks, FormAnswers, FormDesign } from '../../../../sync/contract/applications/form-design.ts';
import { type ApplicationKind, applicationKinds, deriveOfferPhase } from '../../../../sync/domain/applications/application-machine.ts';
import type { Database } from '../../../db/schema.ts';
import { createChangeNoteStore } from '../../../db/change-note-store.ts';
import { type Caller, refuse } from '../../../http/handler.ts';
import { refuseStaleVersion } from '../../../http/stale-version.ts';
import type { ServerRandom, ServerClock } from '../../../ports.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { createClassReads } from '../../people/class/class-reads.ts';
import type { ManyUploadReads } from '../../platform/upload/upload-reads.ts';
import { createIdNumberReads } from '../../people/user/id-number-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { type FormEdition, createEditionStore } from './forms/edition-store.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { type ApplicationRecord, createApplicationStore, type ApplicationStepRecord } from './application-store.ts';
import { type ApplicationOffer, createOfferStore } from './offer-store.ts';

export interface ApplicationDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerRandom;
  readonly keys: { readonly personal: Parameters<typeof createIdNumberReads>[0] };
  readonly uploads: Pick<ManyUploadReads, 'ofSchool'>;
}

/** A handler that serves both kinds of application: enrolment and declaration. */
export type ApplicationHandler<C extends CallSpec> = (input: ParsedCallInput<C>, context: CallerContext) => Promise<CallOutput<C>>;

/** Creates the functions that the calls of applicants and of reviewers share, for one kind of application (enrolment or declaration). */
export function createApplicationService(deps: ApplicationDeps, kind: ApplicationKind) {
  const { db, clock } = deps;
  const machine = applicationKinds[kind];

  return {
    kind,
    machine,
    numbers: createIdNumberReads(deps.keys.personal, deps.chance),
    nowMs: () => clock.nowMs(),

    /**
     * Finds an offer (enrolment batch or declaration project) that the caller may apply to. Drafts, and offers for other classes, do not exist for
     * them.
     */
    async offerFor(tx: Kysely<Database>, caller: Caller, offerId: number): Promise<ApplicationOffer> {
      const offer = await createOfferStore(tx).byId(kind, caller.schoolId, offerId);
      if (offer === undefined || offer.status === 0) refuse('notFound', messages.offerNotFound());
      if (offer.classIds === null) return offer;
      const classId = (await createUserReads(tx).person(caller.userId))?.class_id ?? 0;
      return offer.classIds.includes(classId) ? offer : refuse('notFound', messages.offerNotFound());
    },

    /** Refuses unless the offer accepts applications now. It does so up to, but not including, its closing time. */
    window(offer: ApplicationOffer): void {
      const phase = deriveOfferPhase(offer, clock.nowMs());
      if (phase === 'open') return;
      refuse('refused', phase === 'coming' ? messages.notOpen() : messages.over());
    },

    /** Finds the edition of the form design to fill in: for a form that the reviewer returned, the edition it was filled on, else the newest. */
    async editionFor(
      tx: Kysely<Database>,
      caller: Caller,
      offer: ApplicationOffer,
      ownForm: ApplicationRecord | undefined,
    ): Promise<FormEdition> {
      const mended = ownForm !== undefined && ownForm.rounds > 0 && ownForm.status !== machine.begins;
      const edition = mended
        ? await createEditionStore(tx).byId(caller.schoolId, ownForm.edition_id)
        : (await createEditionStore(tx).newest(offer.formId === null ? [] : [offer.formId])).get(offer.formId ?? 0);
      return edition ?? refuse('refused', messages.noForm());
    },

    /**
     * Returns a filter for the applications that a reviewer is responsible for. For a teacher these are the declarations of the classes they teach.
     */
    async reach(caller: Caller): Promise<{ kind: ApplicationKind; schoolId: number; classIds?: readonly number[] }> {
      const base = { kind, schoolId: caller.schoolId };
      return kind === 'declare' && caller.userType === 6
        ? { ...base, classIds: [...(await createClassReads(db).taughtBy(caller.userId))] }
        : base;
    },

    stale: async (tx: Kysely<Database>, id: number, versionSeen: number): Promise<never> =>
      refuseStaleVersion(
        messages.called(),
        await createChangeNoteStore(tx).since(applicationHistoryKind, id, versionSeen),
        messages.fieldNames,
      ),

    /**
     * Applies one event (save, submit, withdraw, approve or return) to an application: writes its row, its history and the audit entry. A refused
     * event writes nothing.
     */
    async step(
      tx: Transaction<Database>,
      { caller, audit }: CallerContext,
      ownForm: ApplicationRecord | undefined,
      { event, offer, editionId, columns, applicantId, answers = '', marks = {}, reason = '', quiet = false }: ApplicationChange,
    ): Promise<{ id: number; version: number; status: number }> {
      const to = machine.next(ownForm?.status ?? machine.begins, event);
      if (to === undefined) refuse('refused', refusalOf[event]());
      const nowMs = clock.nowMs();
      const savedRow = await createApplicationStore(tx).write(
        tx,
        ownForm ?? null,
        { ...columns, status: to, updated_ms: nowMs },
        quiet
          ? null
          : {
              event,
              status: to,
              user_id: caller.userId,
              at_ms: nowMs,
              edition_id: editionId,
              answers,
              marks: JSON.stringify(marks),
              reason,
            },
        () => ({
          ...blank,
          school_id: caller.schoolId,
          kind,
          offer_id: offer.id,
          user_id: applicantId ?? caller.userId,
          edition_id: editionId,
          status: to,
          updated_ms: nowMs,
        }),
      );
      if (ownForm !== undefined)
        await createChangeNoteStore(tx).write(
          { kind: applicationHistoryKind, id: savedRow.id, version: savedRow.version },
          { userId: caller.userId, nowMs, fields: fieldsOf[event] },
        );
      await audit.noteIn(tx, {
        entity: kind === 'enroll' ? 'enrolment' : 'declaration',
        id: savedRow.id,
        name: String(columns.name ?? ownForm?.name ?? ''),
        before: ownForm === undefined ? null : { status: ownForm.status },
        after: { status: to, offer: offer.name, ...(Object.keys(marks).length > 0 && { marks }), ...(reason !== '' && { reason }) },
      });
      return { ...savedRow, status: to };
    },

    async steps(records: readonly ApplicationStepRecord[]) {
      const names = await createUserReads(db).names(records.map((row) => row.user_id));
      return records.map((row) => ({
        n: row.n,
        event: row.event,
        status: row.status,
        by: names.get(row.user_id) ?? '',
        atMs: row.at_ms,
        marks: JSON.parse(row.marks) as FieldRemarks,
        reason: row.reason,
      }));
    },

    designOf: (offer: ApplicationOffer | undefined, edition: FormEdition | undefined): FormDesign =>
      edition === undefined ? [] : (offer?.designOf(edition.design) ?? edition.design),
  };
}

/** Name under which the change history stores the changes of applications. */
export const applicationHistoryKind = 'application';
const fieldsOf: Readonly<Record<ApplicationEvent, readonly string[]>> = {
  save: ['answers'],
  submit: ['answers', 'status'],
  withdraw: ['status'],
  approve: ['status'],
  return: ['status', 'marks'],
};

interface ApplicationChange {
  readonly event: ApplicationEvent;
  readonly offer: Pick<ApplicationOffer, 'id' | 'name'>;
  readonly editionId: number;
  /** User id of the applicant, for a new application that another user hands in. */
  readonly applicantId?: number;
  readonly columns: Partial<Omit<ApplicationRecord, 'id' | 'version' | 'created_ms' | 'status'>>;
  /** Answers that the history of the application stores, with ID numbers masked. */
  readonly answers?: string;
  readonly marks?: FieldRemarks;
  readonly reason?: string;
  /** True if a draft is saved, which adds nothing to the history of the application. */
  readonly quiet?: boolean;
}

const refusalOf = {
  save: messages.cannotSave,
  submit: messages.already,
  withdraw: messages.cannotWithdraw,
  approve: messages.notPending,
  return: messages.notPending,
} as const satisfies Record<ApplicationEvent, () => ReturnType<typeof messages.already>>;

const blank = {
  name: '',
  id_number: '',
  id_number_index: null,
  secrets: null,
  photo: '',
  source: '',
  employer: '',
  answers: '{}',
  doubt: '',
  marks: '{}',
  reason: '',
  rounds: 0,
  queued_ms: null,
  submitted_ms: null,
  decided_ms: null,
  examinee_id: null,
} as const;

/** Parses the answers of an application as they are stored; '' means that there are none. */
export const parseStoredAnswers = (text: string): FormAnswers => (text === '' ? {} : (JSON.parse(text) as FormAnswers));
