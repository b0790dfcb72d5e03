import { mostRetained } from '../../../../sync/contract/marking/archive.ts';
import { formatZoneDay } from '../../../../sync/contract/zone-time.ts';
import { findRetentionDays } from '../../../../sync/domain/marking/retention.ts';
import { formatKeyFingerprint } from '../../../archive/verify-archive.ts';
import { type Handlers, refuse, say } from '../../../http/handler.ts';
import { getCallZone } from '../../../http/input/call-zone.ts';
import { createSchoolReads } from '../../people/school/school-reads.ts';
import { createArchiveAddresses } from './archive-routes.ts';
import type { ArchiveDeps } from './archive-files.ts';
import { createArchiveStore } from './archive-store.ts';

const messages = {
  notFound: () => say('没有这场考试', 'This exam does not exist'),
  notReleased: () => say('成绩公布后才能导出档案', 'The archive is available once the scores are released'),
} as const;

export function createArchiveHandlers(deps: Pick<ArchiveDeps, 'db' | 'clock' | 'keys'>): Handlers<'archive'> {
  const addresses = createArchiveAddresses(deps.keys.ticketSecret);
  return {
    async make({ planId }, { caller, audit }) {
      const plan = await createArchiveStore(deps.db).plan(caller.schoolId, planId);
      if (plan?.published_ms == null) refuse('notFound', messages.notFound());
      // Scores must not leave the school in an archive before they are released.
      if (plan.released_ms === null) refuse('refused', messages.notReleased());
      audit.note({ entity: 'examPlan', id: planId, name: plan.name, before: null, after: { archive: true } });
      const archiveAddress = addresses.addressOf({ planId, schoolId: caller.schoolId, userId: caller.userId }, deps.clock.nowMs());
      const days = findRetentionDays(
        plan.start_ms + plan.duration_ms,
        await createSchoolReads(deps.db).retention(caller.schoolId),
        getCallZone(),
      );
      return { ...archiveAddress, ...days, print: formatKeyFingerprint(deps.keys.publicKeys.receiptPublic) };
    },

    async getRetention(_input, { caller }) {
      const nowMs = deps.clock.nowMs();
      const retention = await createSchoolReads(deps.db).retention(caller.schoolId);
      const today = formatZoneDay(nowMs, getCallZone());
      // Preselect by years of 365 days, the shortest ones; the exact day is compared below.
      const plans = await createArchiveStore(deps.db).listEnded(
        caller.schoolId,
        nowMs - retention.paperYears * 365 * 86_400_000,
        mostRetained,
      );
      const items = plans.map(({ id, name, start_ms, duration_ms }) => {
        const endMs = start_ms + duration_ms;
        const days = findRetentionDays(endMs, retention, getCallZone());
        return { planId: id, name, endMs, ...days, isOver: days.until < today };
      });
      return { ...retention, items: items.filter(({ paperUntil }) => paperUntil < today) };
    },
  };
}
