import type { PlanNotice } from '../../../../sync/contract/sitting.ts';
import { deviceStore, papers, peers } from '../../../platform/device.ts';
import type { SessionUser } from '../../../platform/session-user.ts';
import { gatePorts } from './gate-ports.ts';

/**
 * Of homework that was given back: what this PC put away once it was delivered hears that it is open again (SY8), and the paper's key, which went
 * with it, is fetched anew. While there is a network, so that it can be corrected where there is none.
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
