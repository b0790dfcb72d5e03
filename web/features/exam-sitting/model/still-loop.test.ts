import { expect, it } from 'vitest';
import type { CameraOutcome } from '../../../../sync/contract/exams/camera.ts';
import { drawStillWaitMs, takeStills, type StillPorts } from './still-loop.ts';

const minute = 60_000;
const picture = new Uint8Array([0xff, 0xd8, 0xff]);

/** Runs the loop that takes stills (camera photos) in an exam of `lengthMs`; time passes only while the loop sleeps. */
async function run(lengthMs: number, more: Partial<StillPorts> = {}) {
  const over = new AbortController();
  const reports: { outcome: CameraOutcome; atMs: number; size: number }[] = [];
  const waits: number[] = [];
  let nowMs = 0;
  let lastRandom = 0;
  const ports: StillPorts = {
    sleep: async (ms) => {
      waits.push(ms);
      nowMs += ms;
      if (nowMs > lengthMs + 60 * minute) over.abort();
    },
    random: () => (lastRandom += 0.37) % 1,
    isAnswering: () => nowMs < lengthMs,
    remainingMs: () => lengthMs - nowMs,
    hasAgreed: () => true,
    hasSpace: async () => true,
    takePicture: async () => picture,
    store: async (outcome, taken) => {
      reports.push({ outcome, atMs: nowMs, size: taken?.length ?? 0 });
      return 'stored';
    },
    ...more,
  };
  await takeStills(10, ports, over.signal);
  return { reports, waits };
}

it('drawStillWaitMs returns between half and one and a half times the average', () => {
  expect([0, 0.5, 1].map((random) => drawStillWaitMs(10, random))).toEqual([5 * minute, 10 * minute, 15 * minute]);
});

it('the loop takes camera stills at irregular moments, and none after the hand-in', async () => {
  const { reports, waits } = await run(120 * minute);
  expect(reports.length).toBeGreaterThan(7);
  expect(new Set(waits).size).toBeGreaterThan(7);
  expect(reports.every(({ outcome, atMs, size }) => outcome === 'taken' && atMs < 119 * minute && size === 3)).toBe(true);
});

it('the loop takes no still in the last minute', async () => {
  const { reports } = await run(120 * minute, { remainingMs: () => minute });
  expect(reports).toEqual([]);
});

it('the loop drops a picture if the examinee hands in while the camera adjusts', async () => {
  let isOpen = true;
  const take = async () => {
    isOpen = false;
    return picture;
  };
  expect((await run(120 * minute, { takePicture: take, isAnswering: () => isOpen })).reports).toEqual([]);
});

it('the loop records an obstacle once, and again when it changes', async () => {
  const outcomes = (['refused', 'refused', 'broken', 'refused'] as const).values();
  const { reports } = await run(120 * minute, { takePicture: async () => outcomes.next().value ?? picture });
  expect(reports.map(({ outcome }) => outcome).slice(0, 4)).toEqual(['refused', 'broken', 'refused', 'taken']);
});

it('the loop never uses the camera without the examinee’s consent, and records the refusal', async () => {
  let uses = 0;
  const take = async () => {
    uses += 1;
    return picture;
  };
  const { reports } = await run(120 * minute, { takePicture: take, hasAgreed: () => false });
  expect(reports.map(({ outcome }) => outcome)).toEqual(['declined']);
  expect(uses).toBe(0);
});

it('the loop ends when space for answers is short, and when the store is full', async () => {
  expect((await run(120 * minute, { hasSpace: async () => false })).reports.map(({ outcome }) => outcome)).toEqual(['noSpace']);
  let stored = 0;
  await run(120 * minute, { store: async () => ((stored += 1), 'full') });
  expect(stored).toBe(1);
});
