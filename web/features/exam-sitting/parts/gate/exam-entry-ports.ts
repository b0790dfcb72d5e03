import type { PaperContent } from '../../../../../sync/contract/exams/sitting.ts';
import { openByReleaseCode } from '../../../../../sync/crypto/release-code.ts';
import { openStoredAttempt } from '../../../../platform/exam-device/attempt.ts';
import { browserTimers } from '../../../../platform/browser-ports.ts';
import { makeCall } from '../../../../platform/api/call.ts';
import { startDelivery } from '../../../../platform/exam-device/delivery.ts';
import { deviceStore, ensureJournalReplica, noticeCache, paperCache, appSession } from '../../../../platform/exam-device/device.ts';
import type { PaperOwner } from '../../../../platform/database/paper-cache.ts';
import type { SessionUser } from '../../../../platform/session/session-user.ts';
import { SittingController } from '../../model/sitting-controller.ts';
import type { ExamEntryPorts } from '../../model/gate/exam-entry-state.ts';
import { openNoticeClock } from './exam-time.ts';
import { classifyEntryFailure, NoVaultError, createSeatPorts } from './seat-ports.ts';

/** Returns the user and their vault, which encrypts the key of the paper on this PC. Undefined without a vault: then no paper can be opened. */
const findPaperOwner = async (actor: number): Promise<PaperOwner | undefined> => {
  const vault = await appSession.vault();
  return vault ? { actor, vault } : undefined;
};

/** Makes the ports of `ExamEntry` for the signed-in user. */
export function createExamEntryPorts(user: SessionUser): ExamEntryPorts {
  const unlockPaper = async (planId: number, contentKey: string): Promise<PaperContent> => {
    const owner = await findPaperOwner(user.id);
    if (!owner) throw new NoVaultError();
    return (await paperCache.unlock(planId, contentKey, owner)).content;
  };
  return {
    seat: () => createSeatPorts(user),
    async readStoredNotices() {
      const vault = await appSession.vault();
      return vault ? noticeCache.read(user.id, vault).catch(() => []) : [];
    },
    async fetchNotices() {
      const { items } = await makeCall('/exam/myList', {}, { quiet: true });
      const vault = await appSession.vault();
      if (vault) await noticeCache.store(user.id, items, vault).catch(console.error);
      return items;
    },
    hasBegun: async (attemptId) => (await deviceStore.streamsOf(attemptId)).length > 0,
    readStoredPaper: (planId) => paperCache.find(planId),
    async openPaper(planId) {
      const owner = await findPaperOwner(user.id);
      return owner && paperCache.open(planId, owner);
    },
    async release(planId) {
      const { contentKey } = await makeCall('/exam/release', { planId }, { quiet: true });
      return unlockPaper(planId, contentKey);
    },
    async releaseByCode(planId, code) {
      const sealed = await paperCache.find(planId);
      const key = sealed?.codeWrap ? await openByReleaseCode(sealed.codeWrap, code, sealed) : undefined;
      return key === undefined ? undefined : unlockPaper(planId, key);
    },
    createController: (attempt) => new SittingController(attempt),
    openClock: (row, notice) => openNoticeClock(row.attemptId, notice),
    async openSession(row, kind) {
      if (kind !== 'exam') await ensureJournalReplica();
      const attempt = await openStoredAttempt(row.attemptId);
      if (!attempt) throw new NoVaultError();
      // Delivery may not have started at page load, because this PC had nothing to deliver then.
      startDelivery();
      return attempt;
    },
    sleep: (ms, signal) => browserTimers.sleep(ms, signal),
    classifyFailure: classifyEntryFailure,
  };
}
