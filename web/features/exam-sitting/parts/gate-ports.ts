import type { PaperContent } from '../../../../sync/contract/sitting.ts';
import { openByReleaseCode } from '../../../../sync/seal/release-code.ts';
import { openAttemptHere } from '../../../platform/attempt.ts';
import { timers } from '../../../platform/browser-ports.ts';
import { call } from '../../../platform/call.ts';
import { startDelivery } from '../../../platform/delivery.ts';
import { deviceStore, haveSecondCopy, notices, papers, session } from '../../../platform/device.ts';
import type { PaperOwner } from '../../../platform/paper-cache.ts';
import type { SessionUser } from '../../../platform/session-user.ts';
import { SittingDesk } from '../model/sitting-desk.ts';
import type { GatePorts } from '../model/gate-state.ts';
import { openClock } from './exam-time.ts';
import { failureOf, NoVault, seatPorts } from './seat-ports.ts';

/** Without a vault, no paper key can be stored, so the key must be fetched again. */
const paperOwner = async (actor: number): Promise<PaperOwner | undefined> => {
  const vault = await session.vault();
  return vault ? { actor, vault } : undefined;
};

/** Makes the gate's ports for the signed-in user. */
export function gatePorts(user: SessionUser): GatePorts {
  const unlocked = async (planId: number, contentKey: string): Promise<PaperContent> => {
    const owner = await paperOwner(user.id);
    if (!owner) throw new NoVault();
    return (await papers.unlock(planId, contentKey, owner)).content;
  };
  return {
    seat: () => seatPorts(user),
    async keptNotices() {
      const vault = await session.vault();
      return vault ? notices.kept(user.id, vault).catch(() => []) : [];
    },
    async freshNotices() {
      const { items } = await call('/exam/myList', {}, { quiet: true });
      const vault = await session.vault();
      if (vault) await notices.keep(user.id, items, vault).catch(console.error);
      return items;
    },
    hasBegun: async (attemptId) => (await deviceStore.streamsOf(attemptId)).length > 0,
    keptPaper: (planId) => papers.kept(planId),
    async openPaper(planId) {
      const owner = await paperOwner(user.id);
      return owner && papers.open(planId, owner);
    },
    async release(planId) {
      const { contentKey } = await call('/exam/release', { planId }, { quiet: true });
      return unlocked(planId, contentKey);
    },
    async releaseByCode(planId, code) {
      const sealed = await papers.kept(planId);
      const key = sealed?.codeWrap ? await openByReleaseCode(sealed.codeWrap, code, sealed) : undefined;
      return key === undefined ? undefined : unlocked(planId, key);
    },
    deskOf: (attempt) => new SittingDesk(attempt),
    openClock: (row, notice) => openClock(row.attemptId, notice),
    async openSession(row, kind) {
      if (kind !== 'exam') await haveSecondCopy();
      const attempt = await openAttemptHere(row.attemptId);
      if (!attempt) throw new NoVault();
      // Delivery may not have started at page load, because this PC had nothing to deliver then.
      startDelivery();
      return attempt;
    },
    sleep: (ms, signal) => timers.sleep(ms, signal),
    failureOf,
  };
}
