import type { Kysely, Transaction } from 'kysely';
import type { CallOutput, CallParsed, CallSpec } from '../../../sync/contract/call.ts';
import type { FilingEvent } from '../../../sync/contract/codes.ts';
import type { FieldMarks, FormAnswers, FormDesign } from '../../../sync/contract/form-design.ts';
import { type FilingKind, filingKinds, offerPhase } from '../../../sync/machines/filing-machine.ts';
import type { Database } from '../../db/schema.ts';
import { versionNoteStore } from '../../db/version-note-store.ts';
import { type Caller, refuse, type Refusal } from '../../http/handler.ts';
import { refuseStale } from '../../http/stale-version.ts';
import type { ServerChance, ServerClock } from '../../ports.ts';
import type { CallerContext } from '../../things/change.ts';
import { classReads } from '../class/class-reads.ts';
import type { ManyUploadReads } from '../upload/upload-reads.ts';
import { idNumberReads } from '../user/id-number-reads.ts';
import { userReads } from '../user/user-reads.ts';
import { type Edition, editionStore } from './edition-store.ts';
import { filingMessages as messages } from './filing-messages.ts';
import { type FilingRecord, filingStore, type StepRecord } from './filing-store.ts';
import { type Offer, offerStore } from './offer-store.ts';

export interface FilingDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly chance: ServerChance;
  readonly keys: { readonly personal: Parameters<typeof idNumberReads>[0] };
  readonly uploads: Pick<ManyUploadReads, 'ofSchool'>;
}

/** A handler of either kind of form. */
export type Does<C extends CallSpec> = (input: CallParsed<C>, context: CallerContext) => Promise<CallOutput<C> | Refusal>;

/** What applicants and reviewers of one kind of form have in common. */
export function filingDesk(deps: FilingDeps, kind: FilingKind) {
  const { db, clock } = deps;
  const machine = filingKinds[kind];

  return {
    kind,
    machine,
    numbers: idNumberReads(deps.keys.personal, deps.chance),
    nowMs: () => clock.nowMs(),

    /** The offer as somebody may apply for it; drafts and what isn't for their class aren't there. */
    async offerFor(tx: Kysely<Database>, caller: Caller, offerId: number): Promise<Offer | Refusal> {
      const offer = await offerStore(tx).byId(kind, caller.schoolId, offerId);
      if (offer === undefined || offer.status === 0) return refuse('notFound', messages.offerNotFound());
      if (offer.classIds === null) return offer;
      const classId = (await userReads(tx).person(caller.userId))?.class_id ?? 0;
      return offer.classIds.includes(classId) ? offer : refuse('notFound', messages.offerNotFound());
    },

    /** Is it open now? At the last second it is, at the next it isn't. */
    window(offer: Offer): Refusal | undefined {
      const phase = offerPhase(offer, clock.nowMs());
      if (phase === 'open') return undefined;
      return refuse('refused', phase === 'coming' ? messages.notOpen() : messages.over());
    },

    /** The edition that is filled now: the one somebody was returned on, else the newest. */
    async editionFor(tx: Kysely<Database>, caller: Caller, offer: Offer, own: FilingRecord | undefined): Promise<Edition | Refusal> {
      const mended = own !== undefined && own.rounds > 0 && own.status !== machine.begins;
      const edition = mended
        ? await editionStore(tx).byId(caller.schoolId, own.edition_id)
        : (await editionStore(tx).newest(offer.formId === null ? [] : [offer.formId])).get(offer.formId ?? 0);
      return edition ?? refuse('refused', messages.noForm());
    },

    /** Whose forms a reviewer looks after: of a teacher, those of the classes they teach. */
    async reach(caller: Caller): Promise<{ kind: FilingKind; schoolId: number; classIds?: readonly number[] }> {
      const base = { kind, schoolId: caller.schoolId };
      return kind === 'declare' && caller.userType === 6
        ? { ...base, classIds: [...(await classReads(db).taughtBy(caller.userId))] }
        : base;
    },

    stale: async (tx: Kysely<Database>, id: number, seen: number): Promise<Refusal> =>
      refuseStale(messages.thing(), await versionNoteStore(tx).since(filingNote, id, seen), messages.fieldNames),

    /** One step of a form: the row, what happened and the log's entry. What it refuses it refuses before it writes. */
    async step(
      tx: Transaction<Database>,
      { caller, audit }: CallerContext,
      own: FilingRecord | undefined,
      { event, offer, editionId, columns, applicantId, answers = '', marks = {}, reason = '', quiet = false }: FilingChange,
    ): Promise<{ id: number; version: number; status: number } | Refusal> {
      const to = machine.next(own?.status ?? machine.begins, event);
      if (to === undefined) return refuse('refused', refusalOf[event]());
      const nowMs = clock.nowMs();
      const made = await filingStore(tx).write(
        tx,
        own ?? null,
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
      if (own !== undefined)
        await versionNoteStore(tx).write(
          { kind: filingNote, id: made.id, version: made.version },
          { userId: caller.userId, nowMs, fields: fieldsOf[event] },
        );
      await audit.noteIn(tx, {
        entity: kind === 'enroll' ? 'enrolment' : 'declaration',
        id: made.id,
        name: String(columns.name ?? own?.name ?? ''),
        before: own === undefined ? null : { status: own.status },
        after: { status: to, offer: offer.name, ...(Object.keys(marks).length > 0 && { marks }), ...(reason !== '' && { reason }) },
      });
      return { ...made, status: to };
    },

    async steps(records: readonly StepRecord[]) {
      const names = await userReads(db).names(records.map((row) => row.user_id));
      return records.map((row) => ({
        n: row.n,
        event: row.event,
        status: row.status,
        by: names.get(row.user_id) ?? '',
        atMs: row.at_ms,
        marks: JSON.parse(row.marks) as FieldMarks,
        reason: row.reason,
      }));
    },

    designOf: (offer: Offer | undefined, edition: Edition | undefined): FormDesign =>
      edition === undefined ? [] : (offer?.designOf(edition.design) ?? edition.design),
  };
}

/** Under which its changes are noted, for whoever saw an older version. */
export const filingNote = 'filing';
const fieldsOf: Readonly<Record<FilingEvent, readonly string[]>> = {
  save: ['answers'],
  submit: ['answers', 'status'],
  withdraw: ['status'],
  approve: ['status'],
  return: ['status', 'marks'],
};

interface FilingChange {
  readonly event: FilingEvent;
  readonly offer: Pick<Offer, 'id' | 'name'>;
  readonly editionId: number;
  /** Whose form a new one is, where it isn't the caller's. */
  readonly applicantId?: number;
  readonly columns: Partial<Omit<FilingRecord, 'id' | 'version' | 'created_ms' | 'status'>>;
  /** As the history keeps them, masked. */
  readonly answers?: string;
  readonly marks?: FieldMarks;
  readonly reason?: string;
  /** No line of the history: a draft that is kept. */
  readonly quiet?: boolean;
}

const refusalOf = {
  save: messages.cannotSave,
  submit: messages.already,
  withdraw: messages.cannotWithdraw,
  approve: messages.notPending,
  return: messages.notPending,
} as const satisfies Record<FilingEvent, () => ReturnType<typeof messages.already>>;

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

export const answersOf = (text: string): FormAnswers => (text === '' ? {} : (JSON.parse(text) as FormAnswers));
