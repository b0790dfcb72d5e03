import type { Kysely } from 'kysely';
import type { WebhookEvent } from '../../../../sync/contract/platform/webhook.ts';
import type { Database } from '../../../db/schema.ts';

/** Lists the schools with a webhook that wants the event. */
export async function listSchoolsWithWebhook(db: Kysely<Database>, event: WebhookEvent): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook')
    .innerJoin('webhook_state', 'webhook_state.webhook_id', 'webhook.id')
    .select(['school_id', 'events'])
    .where('enabled', '=', 1)
    .execute();
  return [...new Set(rows.flatMap((row) => ((JSON.parse(row.events) as WebhookEvent[]).includes(event) ? row.school_id : [])))];
}
