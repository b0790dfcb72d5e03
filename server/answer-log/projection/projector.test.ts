import { expect, it } from 'vitest';
import { getRequiredLeases, type HeldLease, runWithLease } from '../../db/lease.ts';
import { AttemptListeners } from './projector.ts';

const createLease = (name: string): HeldLease => ({
  name,
  holder: 'a',
  fence: 1,
  endSignal: new AbortController().signal,
  release: () => Promise.resolve(),
});

it('a listener added under a duty’s lease runs under that lease, not under the lease of the notifier', async () => {
  const listeners = new AttemptListeners();
  const worked: string[][] = [];
  const note = (): void => void worked.push(getRequiredLeases().map(({ name }) => name));
  const dutyEnds = Promise.withResolvers<void>();
  const duty = runWithLease(createLease('background'), () => {
    listeners.add(note);
    return dutyEnds.promise;
  });
  listeners.notify('a');
  await runWithLease(createLease('plan/1'), async () => listeners.notify('a'));
  expect(worked).toEqual([['background'], ['background']]);
  dutyEnds.resolve();
  await duty;
});
