import { archiveCalls } from '../../../../sync/contract/marking/archive.ts';
import type { App } from '../../../context.ts';
import type { SharedLimitDeps } from '../../../http/limits/rate-limiter.ts';
import { mountPlanDownload } from '../../../downloads/plan-downloads.ts';
import { archiveFolder, createArchiveAddresses } from './archive-address.ts';
import { type ArchiveDeps, generateArchiveFiles } from './archive-files.ts';
import { createArchiveStore } from './archive-store.ts';

/** Serves archives of exams. */
export function mountArchives(app: App, deps: ArchiveDeps & SharedLimitDeps): void {
  mountPlanDownload(app, deps, {
    folder: archiveFolder,
    addresses: createArchiveAddresses(deps.keys.ticketSecret),
    call: archiveCalls.make,
    async content({ schoolId, planId }, madeBy) {
      const plan = await createArchiveStore(deps.db).plan(schoolId, planId);
      return plan?.released_ms == null ? undefined : { name: `${plan.name}-档案.zip`, files: generateArchiveFiles(deps, plan, madeBy) };
    },
  });
}
