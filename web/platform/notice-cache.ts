import { attemptRules } from '../../sync/machines/attempt-kinds.ts';
import type { PlanNotice } from '../../sync/contract/sitting.ts';
import { utf8, utf8Text } from '../../sync/seal/bytes.ts';
import type { UnlockedVault } from '../../sync/seal/vault.ts';
import type { DeviceDatabase } from './database.ts';
import { noteExamWindows } from './exam-windows.ts';
import { guarded } from './storage-fault.ts';

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
      const sealed = await vault.wrapBytes(utf8(JSON.stringify(notices)), binding(userId));
      const windows = notices.map(({ planId, kind, startMs, durationMs }) => {
        const window = { planId, fromMs: startMs, toMs: startMs + durationMs };
        return attemptRules[kind ?? 'exam'].mayBePutAside ? { ...window, aside: true as const } : window;
      });
      await guarded(async () => {
        await db.notices.put({ userId, sealed });
        await noteExamWindows(db, windows, nowMs());
      });
    },
    async kept(userId, vault) {
      const row = await guarded(() => db.notices.get(userId));
      const bytes = row && (await vault.unwrapBytes(row.sealed, binding(userId)));
      return bytes ? (JSON.parse(utf8Text(bytes)) as PlanNotice[]) : [];
    },
  };
}
