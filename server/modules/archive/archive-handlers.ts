import { formatKeyFingerprint } from '../../archive/key-fingerprint.ts';
import { type Handlers, refuse } from '../../http/handler.ts';
import { archiveFolder } from './archive-routes.ts';
import { createDownloadAddresses, downloadName } from './download-address.ts';
import type { ArchiveDeps } from './archive-files.ts';
import { archiveMessages as messages } from './archive-messages.ts';
import { createArchiveStore } from './archive-store.ts';

export function createArchiveHandlers(deps: Pick<ArchiveDeps, 'db' | 'clock' | 'keys'>): Handlers<'archive'> {
  const addresses = createDownloadAddresses(deps.keys.ticketSecret, archiveFolder, downloadName);
  return {
    async make({ planId }, { caller, audit }) {
      const plan = await createArchiveStore(deps.db).plan(caller.schoolId, planId);
      if (plan?.published_ms == null) refuse('notFound', messages.notFound());
      // What is still to be told must not be carried out of the house first.
      if (plan.released_ms === null) refuse('refused', messages.notReleased());
      audit.note({ entity: 'examPlan', id: planId, name: plan.name, before: null, after: { archive: true } });
      const given = addresses.addressOf({ planId, schoolId: caller.schoolId, userId: caller.userId }, deps.clock.nowMs());
      return { ...given, print: formatKeyFingerprint(deps.keys.forDevices.receiptPublic) };
    },
  };
}
