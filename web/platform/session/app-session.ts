import { createSession } from './session.ts';

export const appSession = createSession({
  vaults: async () => (await import('./device-vaults.ts')).deviceVaults,
  isDiskFull: async () => (await import('./device-vaults.ts')).isJournalDiskFull(),
  channel: new BroadcastChannel('wenkao.session'),
  nowMs: () => Date.now(),
  retryMs: 15_000,
});
