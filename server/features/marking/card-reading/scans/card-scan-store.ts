import type { Kysely, Selectable } from 'kysely';
import { uploadUrlPattern } from '../../../../../sync/contract/platform/upload.ts';
import type { Database } from '../../../../db/schema.ts';
import type { Scan, ScanDecision, ScanReading } from './collate-scans.ts';

export interface StoredScan extends Scan {
  readonly url: string;
  readonly fileName: string;
  readonly uploadedBy: number;
  readonly uploadedMs: number;
}

/** Uploaded picture that may become a scan. `pixels`: null if the size is unknown. */
export interface ScanFile {
  readonly url: string;
  readonly fileName: string;
  readonly kind: string;
  readonly sha256: Buffer;
  readonly pixels: number | null;
}

export interface CardExaminee {
  readonly userId: number;
  readonly ticketNo: string;
  readonly variant: string;
  /** '' if the examinee has no attempt. */
  readonly attemptId: string;
}

const toScan = (row: Selectable<Database['card_scan']>): StoredScan => ({
  id: row.id,
  url: row.url,
  fileName: row.file_name,
  uploadedBy: row.uploaded_by,
  uploadedMs: row.uploaded_ms,
  enteredMs: row.entered_ms,
  reading: row.reading === null ? null : (JSON.parse(row.reading) as ScanReading),
  decision: row.decision === null ? null : (JSON.parse(row.decision) as ScanDecision),
});

/** Queries of scanned pictures. Each names its plan, whose school the caller has checked. */
export function createCardScanStore(db: Kysely<Database>) {
  return {
    async ofPlan(planId: number): Promise<StoredScan[]> {
      return (await db.selectFrom('card_scan').selectAll().where('plan_id', '=', planId).orderBy('id').execute()).map(toScan);
    },

    /** Lists the examinees of the plan by ticket number. */
    async examinees(planId: number): Promise<CardExaminee[]> {
      const rows = await db
        .selectFrom('exam_examinee')
        .select(['user_id', 'ticket_no', 'variant', 'attempt_id'])
        .where('plan_id', '=', planId)
        .orderBy('ticket_no')
        .execute();
      return rows.map((row) => ({
        userId: row.user_id,
        ticketNo: row.ticket_no,
        variant: row.variant,
        attemptId: row.attempt_id ?? '',
      }));
    },

    /** Tells whether cards of the plan may still be entered: after its start, until its scores are released. */
    async isOpen(planId: number, nowMs: number): Promise<boolean> {
      const plan = await db
        .selectFrom('exam_plan')
        .select(['start_ms', 'published_ms', 'released_ms'])
        .where('id', '=', planId)
        .executeTakeFirst();
      return plan !== undefined && plan.published_ms !== null && plan.released_ms === null && plan.start_ms <= nowMs;
    },

    /** Returns the files that the user uploaded for the school. */
    async files(urls: readonly string[], { schoolId, userId }: { schoolId: number; userId: number }): Promise<Map<string, ScanFile>> {
      const names = urls.flatMap((url) => uploadUrlPattern.exec(url)?.[1] ?? []);
      if (names.length === 0) return new Map();
      const rows = await db
        .selectFrom('upload')
        .select(['name', 'original_name', 'kind', 'sha256', 'width', 'height'])
        .where('name', 'in', names)
        .where('school_id', '=', schoolId)
        .where('user_id', '=', userId)
        .execute();
      return new Map(
        rows.map((row) => {
          const pixels = row.width === null || row.height === null ? null : row.width * row.height;
          return [
            `/uploads/${row.name}`,
            { url: `/uploads/${row.name}`, fileName: row.original_name, kind: row.kind, sha256: row.sha256, pixels },
          ];
        }),
      );
    },

    /** Returns the size of the plan's pictures and of their boxes in bytes. */
    async bytesOfPlan(planId: number): Promise<number> {
      const row = await db
        .selectFrom('upload')
        .select((e) => e.fn.coalesce(e.fn.sum<number>('size_bytes'), e.lit(0)).as('bytes'))
        .where('plan_id', '=', planId)
        .executeTakeFirstOrThrow();
      return row.bytes;
    },

    /** Adds a picture, whose size then counts towards the plan's limit of bytes. Returns false if the plan has a picture with the same content. */
    async add(
      planId: number,
      { url, fileName, sha256 }: ScanFile,
      { by, nowMs, reading }: { readonly by: number; readonly nowMs: number; readonly reading: ScanReading | null },
    ): Promise<boolean> {
      const added = await db
        .insertInto('card_scan')
        .values({
          plan_id: planId,
          url,
          file_name: fileName,
          sha256,
          uploaded_by: by,
          uploaded_ms: nowMs,
          reading: reading && JSON.stringify(reading),
          decision: null,
          decided_by: null,
          decided_ms: null,
          entered_ms: null,
        })
        .onConflict((conflict) => conflict.columns(['plan_id', 'sha256']).doNothing())
        .returning('id')
        .execute();
      if (added.length === 0) return false;
      const name = uploadUrlPattern.exec(url)?.[1] ?? '';
      await db.updateTable('upload').set({ plan_id: planId }).where('name', '=', name).execute();
      return true;
    },

    async setReading(planId: number, id: number, reading: ScanReading): Promise<void> {
      await db
        .updateTable('card_scan')
        .set({ reading: JSON.stringify(reading) })
        .where('plan_id', '=', planId)
        .where('id', '=', id)
        .execute();
    },

    async setDecision(planId: number, id: number, decision: ScanDecision | null, by: number, nowMs: number): Promise<void> {
      await db
        .updateTable('card_scan')
        .set({ decision: decision && JSON.stringify(decision), decided_by: by, decided_ms: nowMs })
        .where('plan_id', '=', planId)
        .where('id', '=', id)
        .execute();
    },

    /** Sets when the points of pictures were entered; null if the entry was withdrawn. */
    async setEntered(planId: number, ids: readonly number[], enteredMs: number | null): Promise<void> {
      for (const id of ids)
        await db.updateTable('card_scan').set({ entered_ms: enteredMs }).where('plan_id', '=', planId).where('id', '=', id).execute();
    },
  };
}
