import type { PlanNotice } from '../../../../../sync/contract/exams/sitting.ts';
import { deviceStore, paperCache, tabChannel } from '../../../../platform/exam-device/device.ts';
import type { SessionUser } from '../../../../platform/session/session-user.ts';
import { createExamEntryPorts } from './exam-entry-ports.ts';

/**
 * Prepares returned homework for correction while there is a network. If this PC has archived the attempt, its news is fetched again (SY8). The
 * paper's key, which was deleted after delivery, is fetched too. The learner can then correct the homework offline.
 */
export async function prepareReturnedHomework(user: SessionUser, notices: readonly PlanNotice[]): Promise<void> {
  const returnedNotices = notices.filter((notice) => notice.task?.returned && notice.withdrawn === null);
  if (returnedNotices.length === 0) return;
  const ownSittings = (await deviceStore.sittings()).filter((row) => row.actor === user.id);
  for (const { planId, attemptId } of returnedNotices) {
    const row = ownSittings.find((each) => each.attemptId === attemptId);
    if (!row) continue;
    if (row.archivedMs !== null) tabChannel.announce({ kind: 'watched', attemptId });
    const lacksKey = (await paperCache.find(planId)) !== undefined && !(await paperCache.hasKey(planId, user.id));
    if (lacksKey) await createExamEntryPorts(user).release(planId);
  }
}
