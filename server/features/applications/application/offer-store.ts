import type { Kysely } from 'kysely';
import type { OfferStatusCode, ProfessionLevel } from '../../../../sync/contract/codes.ts';
import type { FormDesign } from '../../../../sync/contract/applications/form-design.ts';
import { enrolmentBatchResource, type PhotoRule } from '../../../../sync/contract/applications/batch.ts';
import { declarationResource } from '../../../../sync/contract/applications/declaration.ts';
import { enrolmentStatus } from '../../../../sync/contract/codes.ts';
import { type ApplicationKind, deriveOfferPhase } from '../../../../sync/domain/applications/application-machine.ts';
import { buildOfferForm } from '../../../../sync/domain/applications/form-rules.ts';
import { createCategorisedRowStore } from '../../../db/categorised-row-store.ts';
import type { Database } from '../../../db/schema.ts';
import { createResourceStore } from '../../../resources/resource-store.ts';
import { createProfessionReads } from '../../people/profession/profession-reads.ts';

/** An enrolment batch or a declaration project, with the fields that its applications need. */
export interface ApplicationOffer {
  readonly id: number;
  readonly kind: ApplicationKind;
  readonly name: string;
  readonly formId: number | null;
  readonly professionId: number | null;
  /** Id of the eligibility rules by which applicants are judged; null for the built-in ones. */
  readonly ruleSetId: number | null;
  readonly level: ProfessionLevel;
  readonly status: OfferStatusCode;
  readonly opensMs: number;
  readonly closesMs: number;
  /** Number of people that the batch admits; 0 means no limit. */
  readonly quota: number;
  readonly waitingList: boolean;
  /** Rule for the applicant's photo; null accepts any picture. */
  readonly photoRule: PhotoRule | null;
  /** Classes that may apply; null for all. */
  readonly classIds: readonly number[] | null;
  /** Returns the fields of a form edition that this offer asks for. */
  readonly designOf: (design: FormDesign) => FormDesign;
}

/**
 * Returns those of the given classes that may apply to the offer. If `classIds` is undefined, returns all classes that may apply; a result of
 * undefined means all classes of the school.
 */
export const selectOfferClasses = (
  offer: Pick<ApplicationOffer, 'classIds'>,
  classIds: readonly number[] | undefined,
): readonly number[] | undefined =>
  offer.classIds === null ? classIds : (classIds?.filter((id) => offer.classIds?.includes(id)) ?? offer.classIds);

/** Reads enrolment batches and declaration projects as offers, and counts their applications. */
export function createOfferStore(db: Kysely<Database>) {
  const batches = createResourceStore(db, enrolmentBatchResource, null);
  const plans = createResourceStore(db, declarationResource, null);
  const idsOf = async (kind: ApplicationKind, schoolId: number): Promise<number[]> =>
    (
      await db
        .selectFrom(kind === 'enroll' ? 'enroll_batch' : 'declaration_plan')
        .select('id')
        .where('school_id', '=', schoolId)
        .where('status', '!=', 0)
        .execute()
    ).map((row) => row.id);

  const byIds = async (kind: ApplicationKind, schoolId: number, ids: readonly number[]): Promise<ApplicationOffer[]> => {
    if (kind === 'enroll')
      return (await batches.byIds(schoolId, ids)).map((batch) => ({
        ...batch,
        kind,
        classIds: null,
        designOf: (design) => buildOfferForm(design, batch),
      }));
    return (await plans.byIds(schoolId, ids)).map((plan) => ({
      ...plan,
      kind,
      quota: 0,
      waitingList: false,
      photoRule: null,
      classIds: plan.classIds.length === 0 ? null : plan.classIds,
      designOf: (design) => design,
    }));
  };

  /** Maps each offer to its number of applications by status. */
  const counts = async (kind: ApplicationKind, ids: readonly number[]): Promise<Map<number, Map<number, number>>> => {
    const countsByOffer = new Map(ids.map((id) => [id, new Map<number, number>()]));
    if (ids.length === 0) return countsByOffer;
    const rows = await db
      .selectFrom('application')
      .where('kind', '=', kind)
      .where('offer_id', 'in', ids)
      .groupBy(['offer_id', 'status'])
      .select(['offer_id', 'status', (eb) => eb.fn.countAll<number>().as('count')])
      .execute();
    for (const { offer_id, status, count } of rows) countsByOffer.get(offer_id)?.set(status, count);
    return countsByOffer;
  };

  /** Lists all offers (batches or projects) of a school that were ever opened, in any status. */
  const opened = async (kind: ApplicationKind, schoolId: number): Promise<ApplicationOffer[]> =>
    byIds(kind, schoolId, await idsOf(kind, schoolId));

  return {
    byIds,
    opened,
    byId: async (kind: ApplicationKind, schoolId: number, id: number): Promise<ApplicationOffer | undefined> =>
      (await byIds(kind, schoolId, [id]))[0],

    /** Lists the enrolment batches that are open at `nowMs`, the first to close first. `left`: places left, or -1 without a quota. */
    async openBatches(schoolId: number, nowMs: number, limit?: number) {
      const openOffers = (await opened('enroll', schoolId))
        .filter((offer) => deriveOfferPhase(offer, nowMs) === 'open')
        .toSorted((a, b) => a.closesMs - b.closesMs)
        .slice(0, limit);
      const takenByOffer = await this.placesTaken(openOffers.map(({ id }) => id));
      const countPlacesLeft = ({ id, quota }: ApplicationOffer): number =>
        quota === 0 ? -1 : Math.max(0, quota - (takenByOffer.get(id) ?? 0));
      const professions = createProfessionReads(db);
      return Promise.all(
        openOffers.map(async (offer) => ({
          ...offer,
          left: countPlacesLeft(offer),
          profession: offer.professionId === null ? '' : (await professions.labelOf(offer.professionId)).name,
        })),
      );
    },

    counts,

    /** Counts for each batch the applications that take a place: handed in and not withdrawn. */
    async placesTaken(ids: readonly number[]): Promise<Map<number, number>> {
      const all = await counts('enroll', ids);
      return new Map(
        [...all].map(([id, byStatus]) => [
          id,
          [...byStatus].reduce((sum, [status, count]) => sum + (status === enrolmentStatus.withdrawn ? 0 : count), 0),
        ]),
      );
    },

    /** Counts all applications to an offer, in any status. */
    async countApplications(kind: ApplicationKind, id: number): Promise<number> {
      const all = (await counts(kind, [id])).get(id);
      return [...(all?.values() ?? [])].reduce((sum, count) => sum + count, 0);
    },
  };
}

/** Opens the category tree of a school's declaration projects. */
export function createDeclarationCategoryStore(
  db: Kysely<Database>,
  { schoolId, userId, nowMs }: { schoolId: number; userId: number; nowMs: number },
) {
  return createCategorisedRowStore(
    db,
    {
      table: 'declaration_plan',
      signed: true,
      kind: declarationResource.name,
      things: (tx) => tx.selectFrom('declaration_plan' as 'paper').where('school_id', '=', schoolId),
      folders: 'declaration_folder',
      folder: { school_id: schoolId },
    },
    { userId, nowMs },
  );
}
