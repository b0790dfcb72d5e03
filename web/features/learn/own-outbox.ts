import { call } from '../../platform/call.ts';
import { learningDatabase } from '../../platform/learning-cache.ts';
import { learnOutbox, type Tabs } from './learn-outbox.ts';
import { dexieMarkStore } from './mark-cache.ts';

const name = `wenkao.learning.${crypto.randomUUID()}`;
let own: Promise<string> | undefined;

/** Each tab holds a Web Lock while it is alive. The browser releases the lock however the tab ends. */
const tabs: Tabs = {
  own: () =>
    (own ??= new Promise((held) => {
      void navigator.locks.request(name, async () => {
        held(name);
        await new Promise(() => undefined);
      });
    })),
  async living() {
    const { held = [] } = await navigator.locks.query();
    return new Set(held.flatMap((lock) => lock.name ?? []));
  },
  inTurn: (work) => navigator.locks.request('wenkao.learning', async () => work()),
};

export const ownMarks = dexieMarkStore(learningDatabase.marks);
/** The outbox of this tab. */
export const outbox = learnOutbox({
  store: ownMarks,
  record: (input) => call('/learn/record', input, { quiet: true }),
  tabs,
  warn: (what, cause) => console.warn(what, cause),
});
