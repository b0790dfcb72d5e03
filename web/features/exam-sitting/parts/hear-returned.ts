import type { PlanNotice } from '../../../../sync/contract/sitting.ts';
import { deviceStore, papers, peers } from '../../../platform/device.ts';
import type { SessionUser } from '../../../platform/session-user.ts';
import { gatePorts } from './gate-ports.ts';

/**
 * Prepares returned homework for correction while there is a network. It announces the attempt, so that an archived one is reopened (SY8), and
 * fetches the paper's key again, which was deleted after delivery. The learner can then correct it offline.
 */
export async function hearReturned(user: SessionUser, notices: readonly PlanNotice[]): Promise<void> {
  const returned = notices.filter((notice) => notice.task?.returned && notice.withdrawn === null);
  if (returned.length === 0) return;
  const mine = (await deviceStore.sittings()).filter((row) => row.actor === user.id);
  for (const { planId, attemptId } of returned) {
    const row = mine.find((each) => each.attemptId === attemptId);
    if (!row) continue;
    if (row.archivedMs !== null) peers.announce({ kind: 'watched', attemptId });
    const lacksKey = (await papers.kept(planId)) !== undefined && !(await papers.hasKey(planId, user.id));
    if (lacksKey) await gatePorts(user).release(planId);
  }
}
