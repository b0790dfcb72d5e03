import { buffer } from 'node:stream/consumers';
import type { Kysely } from 'kysely';
import { uploadUrlPattern } from '../../../../sync/contract/platform/upload.ts';
import { runInPlanScope } from '../../../db/plan-scope.ts';
import type { Database } from '../../../db/schema.ts';
import type { AuditPort } from '../../../http/audit-port.ts';
import type { JobHandle, Jobs, JobStarter } from '../../../jobs/job-port.ts';
import type { ObjectStore } from '../../../object-store/object-store.ts';
import type { ServerClock } from '../../../ports.ts';
import { runUnitOfWork } from '../../../resources/unit-of-work.ts';
import { enterCompleteCards } from './card-entry.ts';
import { type CardPlan, loadCardPlan } from './card-plan.ts';
import { createPictureWrites } from '../../platform/upload/picture-writes.ts';
import { createCardScanStore } from './scans/card-scan-store.ts';
import { boxFileName } from './scans/card-box-reads.ts';
import { type ReadPicture, readCardsInProcesses } from './card-processes.ts';

export interface CardDeps {
  readonly db: Kysely<Database>;
  readonly clock: ServerClock;
  readonly jobs: Jobs;
  readonly objects: ObjectStore;
  readonly audit: AuditPort;
}
interface CardTask {
  readonly planId: number;
}

/** Registers the job that reads the waiting pictures of a plan and enters complete cards in the name of the person who uploaded them. */
export function registerCardJob({ db, clock, jobs, objects, audit }: CardDeps): JobHandle<CardTask> {
  const store = createCardScanStore(db);

  return jobs.register<CardTask, { read: number; entered: number }>('cardReading', {
    // Safe to repeat: only scans that are not read yet are read, and only examinees whose answers are not entered yet get them entered.
    afterRestart: 'again',
    async run({ planId }, { startedBy, signal, progress }) {
      const plan = await loadCardPlan(db, planId);
      const unreadScans = (await store.ofPlan(planId)).filter(({ reading }) => reading === null);
      const queue = [...unreadScans];
      let readCount = 0;
      await readCardsInProcesses(
        plan.layouts,
        async () => {
          signal.throwIfAborted();
          const scan = queue.shift();
          if (scan === undefined) return undefined;
          const content = await objects.get(uploadUrlPattern.exec(scan.url)?.[1] ?? '');
          // A file that is missing in the store is read as an empty picture, which is reported as not decoded.
          return { scanId: scan.id, bytes: new Uint8Array(content === null ? Buffer.alloc(0) : await buffer(content)) };
        },
        async (scanId, read) => {
          await storeReading(plan, scanId, read, startedBy);
          readCount += 1;
          progress(readCount, unreadScans.length);
        },
      );
      const entered = await enterRead(planId, startedBy);
      return { read: readCount, entered };
    },
  });

  /** Stores a reading together with the pictures of its boxes, which are uploads of the person who started the job. */
  async function storeReading(plan: CardPlan, scanId: number, { reading, boxes }: ReadPicture, by: JobStarter): Promise<void> {
    const read = plan.classify(reading);
    const files = read.kind === 'page' ? boxes : [];
    const pictures = await createPictureWrites(db, objects).take(new Map(files.map(({ label, png }) => [label, png])), {
      ...by,
      nowMs: clock.nowMs(),
      fileName: boxFileName,
      planId: plan.planId,
    });
    const cut = files.map(({ label, png }) => ({ label, url: pictures.urls.get(label) ?? '', bytes: png.length }));
    await runUnitOfWork(db, by.schoolId, {}, async (tx) => {
      await pictures.insertRows(tx);
      await createCardScanStore(tx).setReading(plan.planId, scanId, read.kind === 'page' ? { ...read, boxes: cut } : read);
    });
  }

  function enterRead(planId: number, { userId, schoolId }: { userId: number; schoolId: number }): Promise<number> {
    return runInPlanScope(db, planId, async () => {
      const nowMs = clock.nowMs();
      if (!(await store.isOpen(planId, nowMs))) return 0;
      const plan = await loadCardPlan(db, planId);
      return runUnitOfWork(db, schoolId, {}, async (tx) => {
        const ownScanIds = new Set(
          (await createCardScanStore(tx).ofPlan(planId)).filter((scan) => scan.uploadedBy === userId).map(({ id }) => id),
        );
        const entries = await enterCompleteCards(tx, plan, ({ scanIds }) => scanIds.every((id) => ownScanIds.has(id)), {
          by: userId,
          nowMs,
        });
        if (entries.length > 0)
          await audit.writeIn(tx, {
            call: 'cardReading',
            caller: null,
            code: 0,
            ip: '',
            agent: 'job',
            input: { planId },
            change: { entity: 'examPlan', id: planId, after: { entries }, schoolId, byUserId: userId },
          });
        return entries.length;
      });
    });
  }
}
