import type { Transaction } from 'kysely';
import type { enrollCalls } from '../../../../sync/contract/applications/enroll.ts';
import type { FieldRemarks } from '../../../../sync/contract/applications/form-design.ts';
import { type ApplicationKind, applicationKinds } from '../../../../sync/domain/applications/application-machine.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { catchRefusal, refuse } from '../../../http/handler.ts';
import type { Database } from '../../../db/schema.ts';
import { readListQuery } from '../../../http/input/list-query.ts';
import type { CallerContext } from '../../../resources/change.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import type { ApplicationDoubt } from '../../../../sync/contract/applications/application.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { createWebhookWrites } from '../../platform/webhook/webhook-writes.ts';
import { judgeByStandard } from './application-doubt.ts';
import { createEditionStore } from './forms/edition-store.ts';
import { parseStoredAnswers, type ApplicationHandler, type ApplicationDeps, createApplicationService } from './application-service.ts';
import { applicationMessages as messages } from './application-messages.ts';
import { getFullIdNumber } from './application-person.ts';
import { type ApplicationRecord, applicationSorts, createApplicationStore } from './application-store.ts';
import { createOfferStore } from './offer-store.ts';
import { createRuleSetStore } from './forms/rule-set-store.ts';

type Calls = typeof enrollCalls;
type Decision = Parameters<ApplicationHandler<Calls['decide']>>[0];

const dayMs = 86_400_000;
const days = 14;
/** Number of days after which an application without a decision counts as waiting long. */
const longDays = 2;

type StandardJudgement = NonNullable<ReturnType<typeof judgeByStandard>>;
const copyJudgement = (judgement: StandardJudgement | null) =>
  judgement && {
    ...judgement,
    rules: judgement.rules.map((rule) => ({
      words: [...rule.words] satisfies [string, string],
      verdict: rule.verdict,
      reasons: rule.reasons.map((reason) => [...reason] satisfies [string, string]),
    })),
  };

/** Creates the calls with which reviewers list applications and decide about them. */
export function createApplicationReviewHandlers(deps: ApplicationDeps, kind: ApplicationKind) {
  const { db } = deps;
  const service = createApplicationService(deps, kind);
  const filings = createApplicationStore(db);
  const isReviewed = (status: number): boolean => service.machine.reviewed.some((each) => each === status);

  const buildRows = async (records: readonly ApplicationRecord[], schoolId: number) => {
    const offers = new Map(
      (await createOfferStore(db).byIds(kind, schoolId, [...new Set(records.map((row) => row.offer_id))])).map((offer) => [
        offer.id,
        offer,
      ]),
    );
    const ids = records.map((row) => row.id);
    const ahead = await filings.countQueuedBefore(records.filter((row) => (offers.get(row.offer_id)?.quota ?? 0) > 0).map((row) => row.id));
    const twins = await filings.twinCounts(ids);
    const deciders = await filings.deciders(ids);
    const names = await createUserReads(db).names([...deciders.values()]);
    return records.map((row) => {
      const offer = offers.get(row.offer_id);
      const queuePlace = (ahead.get(row.id) ?? 0) + 1;
      return {
        id: row.id,
        version: row.version,
        offerId: row.offer_id,
        offerName: offer?.name ?? '',
        name: row.name,
        idNumber: row.id_number,
        photo: row.photo,
        source: row.source,
        employer: row.employer,
        status: row.status,
        rounds: row.rounds,
        waiting: offer === undefined || offer.quota === 0 ? 0 : Math.max(0, queuePlace - offer.quota),
        duplicates: twins.get(row.id) ?? 0,
        doubt: row.doubt as ApplicationDoubt,
        decidedBy: names.get(deciders.get(row.id) ?? 0) ?? '',
        submittedMs: row.submitted_ms,
        decidedMs: row.decided_ms,
        examineeId: row.examinee_id,
      };
    });
  };

  const findRecord = async (caller: CallerContext['caller'], id: number): Promise<ApplicationRecord> =>
    (await filings.reviewed(await service.reach(caller), id)) ?? refuse('notFound', messages.notFound());

  const getList: ApplicationHandler<Calls['getList']> = async (input, { caller }) => {
    const order = readListQuery(input, applicationSorts, 'submittedMs');
    const { items, total } = await filings.list({ ...(await service.reach(caller)), ...input.filter }, order);
    return { items: await buildRows(items, caller.schoolId), total };
  };

  const getById: ApplicationHandler<Calls['getById']> = async ({ id }, { caller }) => {
    const record = await findRecord(caller, id);
    const [row] = await buildRows([record], caller.schoolId);
    if (row === undefined) refuse('notFound', messages.notFound());
    const steps = await filings.steps(id);
    const submitted = steps.filter((step) => step.answers !== '');
    const offers = createOfferStore(db);
    const twins = await filings.listDuplicates(record, id);
    const readableIds = await filings.reviewedIds(
      await service.reach(caller),
      twins.map((twin) => twin.id),
    );
    const names = new Map(
      (await offers.byIds(kind, caller.schoolId, [...new Set(twins.map((twin) => twin.offer_id))])).map((offer) => [offer.id, offer.name]),
    );
    const offer = await offers.byId(kind, caller.schoolId, record.offer_id);
    const design = service.designOf(offer, await createEditionStore(db).byId(caller.schoolId, record.edition_id));
    const answers = parseStoredAnswers(record.answers);
    return {
      ...row,
      editionId: record.edition_id,
      level: offer?.level ?? 0,
      // Judge eligibility by the day of hand-in, so that an applicant does not lose or gain by waiting for the review.
      eligibility:
        offer === undefined
          ? null
          : copyJudgement(
              judgeByStandard(
                await createRuleSetStore(db).readRuleSet(offer),
                design,
                answers,
                offer.level,
                record.submitted_ms ?? service.nowMs(),
              ),
            ),
      design,
      answers,
      earlier: submitted.slice(0, -1).map((step) => ({ atMs: step.at_ms, answers: parseStoredAnswers(step.answers) })),
      marks: JSON.parse(record.marks) as FieldRemarks,
      reason: record.reason,
      steps: await service.steps(steps),
      twins: twins.map((twin) => ({
        id: readableIds.has(twin.id) ? twin.id : null,
        isSameOffer: twin.offer_id === record.offer_id,
        offerName: names.get(twin.offer_id) ?? '',
        name: twin.name,
        status: twin.status,
        atMs: twin.submitted_ms,
      })),
    };
  };

  const getIdNumber: ApplicationHandler<Calls['getIdNumber']> = async ({ id }, { caller, audit }) => {
    const record = await findRecord(caller, id);
    const edition = await createEditionStore(db).byId(caller.schoolId, record.edition_id);
    audit.note({ entity: kind === 'enroll' ? 'enrolment' : 'declaration', id, name: record.name });
    return { idNumber: getFullIdNumber(edition?.design ?? [], record, service.numbers) };
  };

  const decideOne = async (
    tx: Transaction<Database>,
    item: Decision['items'][number],
    { items, decision, marks, reason }: Decision,
    context: CallerContext,
    record: ApplicationRecord | undefined,
  ) => {
    const { caller } = context;
    const offer = record && (await createOfferStore(tx).byId(kind, caller.schoolId, record.offer_id));
    if (record === undefined || offer === undefined) refuse('notFound', messages.notFound());
    if (record.version !== item.version) return service.stale(tx, record.id, item.version);
    const nowMs = service.nowMs();
    const base = { offer, editionId: record.edition_id, reason };
    const writeWebhook = (decided: 'approved' | 'returned') =>
      createWebhookWrites(tx, deps.chance).write({
        schoolId: caller.schoolId,
        event: 'applicationDecided',
        facts: { kind, applicationId: record.id, offerId: offer.id, offerName: offer.name, userId: record.user_id, decision: decided },
        nowMs,
      });
    if (decision === 'return') {
      if (record.examinee_id !== null) refuse('refused', messages.isExaminee());
      const design = service.designOf(offer, await createEditionStore(tx).byId(caller.schoolId, record.edition_id));
      if (Object.keys(marks).some((path) => !design.some((field) => field.key === path.split('.')[0])))
        refuse('refused', messages.unknownField());
      const columns = { marks: JSON.stringify(marks), reason, decided_ms: nowMs };
      await service.step(tx, context, record, { ...base, event: 'return', columns, marks });
      return writeWebhook('returned');
    }
    const others = await createApplicationStore(tx).listDuplicates(record, record.id, offer.id);
    const approvedTwin = others.find((other) => other.status === service.machine.approved);
    if (approvedTwin !== undefined) refuse('refused', messages.numberApproved(approvedTwin.name));
    if (items.length > 1 && others.some((other) => isReviewed(other.status))) refuse('refused', messages.numberTwice());
    if (record.doubt !== '' && reason === '') refuse('refused', messages.needsReason());
    const approved = (await createOfferStore(tx).counts(kind, [offer.id])).get(offer.id)?.get(applicationKinds[kind].approved) ?? 0;
    if (offer.quota > 0 && approved >= offer.quota) refuse('refused', messages.quotaReached(offer.quota));
    await service.step(tx, context, record, { ...base, event: 'approve', columns: { marks: '{}', reason, decided_ms: nowMs } });
    return writeWebhook('approved');
  };

  const decide: ApplicationHandler<Calls['decide']> = async (input, context) => {
    const { items, decision, marks, reason } = input;
    const marked = Object.keys(marks).length > 0;
    if (decision === 'return' && !marked && reason === '') refuse('refused', messages.needsMarks());
    if (decision === 'return' && marked && items.length > 1) refuse('refused', messages.marksOfOne());
    // Look up the reviewer's classes before the transaction, because a transaction must not wait for other reads.
    const reach = await service.reach(context.caller);
    return runUnitOfWork(db, context.caller.schoolId, context, async (tx) => {
      const refused: { id: number; name: string; reason: string }[] = [];
      for (const item of items) {
        const record = await createApplicationStore(tx).reviewed(reach, item.id);
        // A refused decision has written nothing, so the decisions about the other applications of the call can proceed.
        await catchRefusal(
          () => decideOne(tx, item, input, context, record),
          (refusal) => {
            if (items.length === 1) throw refusal;
            refused.push({ id: item.id, name: record?.name ?? '', reason: refusal.text[context.language] });
          },
        );
      }
      return { changed: items.length - refused.length, refused };
    });
  };

  const getCounts: ApplicationHandler<Calls['getCounts']> = async (_input, { caller }) => {
    const reach = await service.reach(caller);
    const nowMs = service.nowMs();
    const { offers, sources, recent, decided, waiting } = await filings.figures(reach, {
      sinceMs: nowMs - days * dayMs,
      longMs: nowMs - longDays * dayMs,
      reviewed: service.machine.reviewed,
    });
    const names = await createUserReads(db).names(decided.map((row) => row.user_id));
    const formatDay = (ms: number): string => formatZoneDay(ms, getCallZone());
    const chart = new Map(
      Array.from({ length: days }, (_, at) => [formatDay(nowMs - (days - 1 - at) * dayMs), { submitted: 0, decided: 0 }]),
    );
    for (const { submitted_ms, decided_ms } of recent) {
      const came = chart.get(formatDay(submitted_ms ?? 0));
      if (came !== undefined) came.submitted += 1;
      const went = chart.get(formatDay(decided_ms ?? 0));
      if (went !== undefined) went.decided += 1;
    }
    return {
      offers,
      days: [...chart].map(([day, counts]) => ({ day, ...counts })),
      sources: sources.filter(({ source }) => source !== ''),
      professions: await countProfessions(offers, caller.schoolId),
      reviewers: [...Map.groupBy(decided, (row) => row.user_id)].map(([userId, rows]) => {
        const countEvents = (event: string) => rows.reduce((sum, row) => sum + (row.event === event ? Number(row.count) : 0), 0);
        return { name: names.get(userId) ?? '', approved: countEvents('approve'), returned: countEvents('return') };
      }),
      waiting,
      oldestMs: await filings.oldest(reach, service.machine.reviewed),
    };
  };

  /** Counts the applications by profession, the most frequent profession first. */
  const countProfessions = async (counts: readonly { offerId: number; count: number }[], schoolId: number) => {
    const offers = await createOfferStore(db).byIds(kind, schoolId, [...new Set(counts.map((row) => row.offerId))]);
    const countByProfession = new Map<number, number>();
    for (const { id, professionId } of offers)
      for (const row of counts)
        if (row.offerId === id && professionId !== null)
          countByProfession.set(professionId, (countByProfession.get(professionId) ?? 0) + row.count);
    const namedCounts = await Promise.all(
      [...countByProfession].map(async ([id, count]) => ({ profession: (await createProfessionReads(db).labelOf(id)).name, count })),
    );
    return namedCounts.toSorted((a, b) => b.count - a.count);
  };

  return { getList, getById, getIdNumber, decide, getCounts };
}
