import type { Kysely } from 'kysely';
import type { SealedPackage } from '../../../sync/contract/sitting.ts';
import type { Database } from '../../db/schema.ts';

/** Rooms' release codes as they rest, and content keys under them. */
export function releaseCodeStore(db: Kysely<Database>) {
  return {
    async code(planId: number, roomId: number): Promise<Buffer | undefined> {
      const row = await db
        .selectFrom('exam_release_code')
        .select('code')
        .where('plan_id', '=', planId)
        .where('room_id', '=', roomId)
        .executeTakeFirst();
      return row?.code;
    },

    /** The first one stands. */
    putCode: (planId: number, roomId: number, code: Buffer): Promise<unknown> =>
      db
        .insertInto('exam_release_code')
        .values({ plan_id: planId, room_id: roomId, code })
        .onConflict((conflict) => conflict.columns(['plan_id', 'room_id']).doNothing())
        .execute(),

    wrap: (planId: number, roomId: number, variant: string) =>
      db
        .selectFrom('exam_code_wrap')
        .select(['salt', 'rounds', 'wrapped'])
        .where('plan_id', '=', planId)
        .where('room_id', '=', roomId)
        .where('variant', '=', variant)
        .executeTakeFirst(),

    putWrap: (
      { planId, variant }: Pick<SealedPackage, 'planId' | 'variant'>,
      roomId: number,
      wrap: NonNullable<SealedPackage['codeWrap']>,
    ): Promise<unknown> =>
      db
        .insertInto('exam_code_wrap')
        .values({ plan_id: planId, room_id: roomId, variant, ...wrap })
        .onConflict((conflict) => conflict.columns(['plan_id', 'room_id', 'variant']).doNothing())
        .execute(),
  };
}
