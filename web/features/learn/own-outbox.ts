import { makeCall } from '../../platform/api/call.ts';
import { learningDatabase } from '../../platform/offline-pages/learning-cache.ts';
import { createLearnOutbox, type LearningTabs } from './learn-outbox.ts';
import { createDexieSpanStore } from './learning-span-cache.ts';

const name = `wenkao.learning.${crypto.randomUUID()}`;
let own: Promise<string> | undefined;

/** Each tab holds a Web Lock while it is alive. The browser releases the lock however the tab ends. */
const tabs: LearningTabs = {
  claimTabId: () =>
    (own ??= new Promise((held) => {
      void navigator.locks.request(name, async () => {
        held(name);
        await new Promise(() => undefined);
      });
    })),
  async listAliveTabs() {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap((lock) => lock.name ?? []));
  },
  runExclusively: (work) => navigator.locks.request('wenkao.learning', async () => work()),
};

export const ownSpanStore = createDexieSpanStore(learningDatabase.marks);
/** The outbox of learning records in this tab. */
export const learnOutbox = createLearnOutbox({
  store: ownSpanStore,
  record: (input) => makeCall('/learn/record', input, { quiet: true }),
  tabs,
  warn: (what, cause) => console.warn(what, cause),
});
