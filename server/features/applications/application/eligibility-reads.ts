import { type FormMeaning, getAnswerByMeaning } from '../../../../sync/contract/applications/form-design.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { type ApplicationKind, applicationKinds } from '../../../../sync/domain/applications/application-machine.ts';
import { countWorkMonths, readEligibilityFacts } from '../../../../sync/domain/applications/eligibility.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { createIdNumberReads } from '../../people/user/id-number-reads.ts';
import { createUserReads } from '../../people/user/user-reads.ts';
import { judgeByStandard } from './application-doubt.ts';
import { unmaskIdNumbers } from './application-person.ts';
import type { ApplicationDeps } from './application-service.ts';
import { type ApplicationRecord, createApplicationStore } from './application-store.ts';
import { createEditionStore } from './forms/edition-store.ts';
import { type ApplicationOffer, createOfferStore } from './offer-store.ts';
import { createRuleSetStore } from './forms/rule-set-store.ts';

/**
 * Application of an examinee and the decision on it, for the table about eligibility that a school hands in to its supervising authority. Texts are
 * '' where the form says nothing.
 */
export interface EligibilityReview {
  readonly offer: string;
  /** Day of the hand-in, such as "2026-11-28". `reviewDay`: day of the decision; '' before it. */
  readonly applicationDay: string;
  readonly reviewDay: string;
  /** Name of the person who approved or returned the form. */
  readonly reviewer: string;
  readonly decision: 'approved' | 'returned' | 'pending';
  readonly heldLevel: string;
  /** Months of work experience that the applicant states; null if the form does not ask for jobs. */
  readonly workMonths: number | null;
  /** Requirement of the occupational standard that the applicant meets; '' if none is met for certain. */
  readonly condition: string;
}
type Deps = Pick<ApplicationDeps, 'db' | 'keys' | 'chance'>;

const formatDay = (ms: number | null): string => (ms === null ? '' : formatZoneDay(ms, getCallZone()));
const getDecision = (kind: ApplicationKind, status: number): EligibilityReview['decision'] => {
  const { approved, reviewed } = applicationKinds[kind];
  return status === approved ? 'approved' : reviewed.some((each) => each === status) ? 'pending' : 'returned';
};

async function readReview({ db, keys, chance }: Deps, offer: ApplicationOffer, record: ApplicationRecord): Promise<EligibilityReview> {
  const edition = await createEditionStore(db).byId(record.school_id, record.edition_id);
  const design = edition === undefined ? [] : offer.designOf(edition.design);
  const answers = unmaskIdNumbers(record, createIdNumberReads(keys.personal, chance));
  const getAnswer = (meaning: FormMeaning): string => getAnswerByMeaning(design, answers, meaning);
  // Judge eligibility by the day of hand-in, as the reviewer's page does.
  const submittedMs = record.submitted_ms ?? 0;
  const judgement = judgeByStandard(await createRuleSetStore(db).readRuleSet(offer), design, answers, offer.level, submittedMs);
  const { work } = readEligibilityFacts(design, answers);
  const decider = (await createApplicationStore(db).deciders([record.id])).get(record.id) ?? 0;
  return {
    offer: offer.name,
    applicationDay: formatDay(record.submitted_ms),
    reviewDay: formatDay(record.decided_ms),
    reviewer: (await createUserReads(db).names([decider])).get(decider) ?? '',
    decision: getDecision(record.kind, record.status),
    heldLevel: getAnswer('certificateLevel'),
    workMonths: work.length === 0 ? null : countWorkMonths(work, formatDay(submittedMs)),
    condition: judgement?.rules.find(({ verdict }) => verdict === 'met')?.words[0] ?? '',
  };
}

/**
 * Reads, by person, the decision on their application for a profession and level: an approved application before others, then the newest. People
 * without one are missing from the map. `userIds`: examinees, who applied with the same account or got theirs from the application.
 */
export async function readEligibilityReviews(
  deps: Deps,
  schoolId: number,
  userIds: readonly number[],
  of: { readonly professionId: number; readonly level: number },
): Promise<Map<number, EligibilityReview>> {
  const store = createApplicationStore(deps.db);
  const reviewByUser = new Map<number, EligibilityReview>();
  const offers = new Map<string, ApplicationOffer>();
  for (const kind of ['enroll', 'declare'] as const)
    for (const offer of await createOfferStore(deps.db).opened(kind, schoolId))
      if (offer.level === of.level && (offer.professionId ?? of.professionId) === of.professionId) offers.set(`${kind} ${offer.id}`, offer);
  for (const { userId, record } of await store.handedInBy(schoolId, userIds)) {
    const offer = offers.get(`${record.kind} ${record.offer_id}`);
    if (offer === undefined || reviewByUser.get(userId)?.decision === 'approved') continue;
    if (reviewByUser.has(userId) && getDecision(record.kind, record.status) !== 'approved') continue;
    reviewByUser.set(userId, await readReview(deps, offer, record));
  }
  return reviewByUser;
}
