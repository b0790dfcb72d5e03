import { createStore } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { createFlowState, type FlowState, flowTable } from './flow-state.ts';

const opened: FlowState[] = [];
afterEach(() => {
  for (const flow of opened.splice(0)) flow.close();
});

function openTab(userId: number | null, disk = new Map<string, string>()) {
  const store = createStore();
  const storage = {
    getItem: (key: string) => disk.get(key) ?? null,
    setItem: (key: string, value: string) => void disk.set(key, value),
    removeItem: (key: string) => void disk.delete(key),
  };
  const flow = createFlowState({ store, storage, channel: new BroadcastChannel('wenkao.flow'), userId: () => userId });
  opened.push(flow);
  return {
    flow,
    disk,
    get: () => store.get(flow.atoms.paper),
    set: (id: number) => store.set(flow.atoms.paper, { id, status: 1 }),
    store,
  };
}
const untouched = flowTable.paper.initial;

test('every initial state has the shape of its row', () => {
  for (const [key, row] of Object.entries(flowTable)) expect(row.shape(row.initial), key).toBe(true);
});

test('a page passes its state on to the next page of the same person', () => {
  const before = openTab(1);
  before.set(7);
  before.store.set(before.flow.atoms.device, 'mobile');
  before.flow.save();
  const after = openTab(1, before.disk);
  after.flow.restore();
  expect(after.get()).toEqual({ id: 7, status: 1 });
  expect(after.store.get(after.flow.atoms.device)).toBe('mobile');
});

test('another person, or nobody, does not get the state', () => {
  for (const next of [2, null]) {
    const before = openTab(1);
    before.set(7);
    before.flow.save();
    const after = openTab(next, before.disk);
    after.flow.restore();
    expect(after.get()).toEqual(untouched);
    expect([...after.disk]).toEqual([]);
  }
});

test.each([
  ['no JSON', '{"userId":1,'],
  ['another shape', '{"userId":1,"state":[]}'],
  ['a state of an older version', '{"userId":1,"state":{"paper":{"id":"7"},"course":{"id":3,"status":0}}}'],
])('a broken state is dropped: %s', (_what, text) => {
  const tab = openTab(1, new Map([['wenkao.flow', text]]));
  tab.flow.restore();
  expect(tab.get()).toEqual(untouched);
});

test('valid states beside a broken one are kept', () => {
  const text = '{"userId":1,"state":{"paper":{"id":"7"},"course":{"id":3,"status":0}}}';
  const tab = openTab(1, new Map([['wenkao.flow', text]]));
  tab.flow.restore();
  expect(tab.store.get(tab.flow.atoms.course)).toEqual({ id: 3, status: 0 });
});

test('tabs of one person share the state, without the device of a window; another person’s tab does not get it', async () => {
  const [one, two, other] = [openTab(1), openTab(1), openTab(2)];
  one.store.set(one.flow.atoms.device, 'mobile');
  one.set(9);
  await vi.waitFor(() => expect(two.get()).toEqual({ id: 9, status: 1 }));
  expect(two.store.get(two.flow.atoms.device)).toBe('desktop');
  expect(other.get()).toEqual(untouched);
});

test('answers are neither stored nor sent to other tabs', async () => {
  const [one, two] = [openTab(1), openTab(1)];
  one.store.set(one.flow.atoms.answers, { 'item 1': 'secret' });
  one.set(4);
  await vi.waitFor(() => expect(two.get()).toEqual({ id: 4, status: 1 }));
  one.flow.save();
  expect([...one.disk.values()].join('')).not.toContain('secret');
  expect(two.store.get(two.flow.atoms.answers)).toEqual({});
});

test('signing out clears the state', () => {
  const tab = openTab(1);
  tab.set(7);
  tab.flow.save();
  tab.flow.clear();
  expect(tab.get()).toEqual(untouched);
  expect([...tab.disk]).toEqual([]);
});

test('the compact size of tables and forms survives a reload and is the same in every tab of the person', async () => {
  const [firstTab, secondTab] = [openTab(3), openTab(3)];
  firstTab.store.set(firstTab.flow.atoms.app, { sidebar: true, mini: true });
  await vi.waitFor(() => expect(secondTab.store.get(secondTab.flow.atoms.app).mini).toBe(true));
  secondTab.flow.save();
  const reloadedTab = openTab(3, secondTab.disk);
  reloadedTab.flow.restore();
  expect(reloadedTab.store.get(reloadedTab.flow.atoms.app)).toEqual({ sidebar: true, mini: true });
});
