import { attemptRules } from '../../../sync/domain/exams/attempt-kinds.ts';
import type { PlanNotice } from '../../../sync/contract/exams/sitting.ts';
import { encodeUtf8, decodeUtf8 } from '../../../sync/crypto/bytes.ts';
import type { UnlockedVault } from '../../../sync/crypto/vault.ts';
import type { DeviceDatabase } from '../database/database.ts';
import { storeExamWindows } from '../pwa/exam-windows.ts';
import { guardStorage } from '../journal/storage-fault.ts';

const binding = (userId: number): string => `notices/${userId}`;

/** Stores a user's exam notices as last received from the server, readable only with the same user's credential. */
export interface NoticeCache {
  keep(userId: number, notices: readonly PlanNotice[], vault: UnlockedVault): Promise<void>;
  kept(userId: number, vault: UnlockedVault): Promise<readonly PlanNotice[]>;
}

/** Creates the cache of exam notices. */
export function createNoticeCache(db: DeviceDatabase, nowMs: () => number): NoticeCache {
  return {
    async keep(userId, notices, vault) {
      const sealed = await vault.wrapBytes(encodeUtf8(JSON.stringify(notices)), binding(userId));
      const windows = notices.map(({ planId, kind, startMs, durationMs }) => {
        const window = { planId, fromMs: startMs, toMs: startMs + durationMs };
        return attemptRules[kind ?? 'exam'].mayBePutAside ? { ...window, aside: true as const } : window;
      });
      await guardStorage(async () => {
        await db.notices.put({ userId, sealed });
        await storeExamWindows(db, windows, nowMs());
      });
    },
    async kept(userId, vault) {
      const row = await guardStorage(() => db.notices.get(userId));
      const bytes = row && (await vault.unwrapBytes(row.sealed, binding(userId)));
      return bytes ? (JSON.parse(decodeUtf8(bytes)) as PlanNotice[]) : [];
    },
  };
}
