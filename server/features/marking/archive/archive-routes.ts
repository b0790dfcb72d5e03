import type { KeyObject } from 'node:crypto';
import { archiveCalls } from '../../../../sync/contract/marking/archive.ts';
import type { App } from '../../../context.ts';
import { createDownloadAddresses, downloadName } from '../../../downloads/download-address.ts';
import { mountPlanDownload } from '../../../downloads/plan-downloads.ts';
import type { SharedLimitDeps } from '../../../http/limits/rate-limiter.ts';
import { type ArchiveDeps, generateArchiveFiles } from './archive-files.ts';
import { createArchiveStore } from './archive-store.ts';

const archiveFolder = 'archives';

/** Creates and checks the signed addresses from which archives are downloaded. */
export const createArchiveAddresses = (secret: KeyObject) => createDownloadAddresses(secret, archiveFolder, downloadName);

/** Serves the downloads of exam archives. */
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
