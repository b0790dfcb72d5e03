import { expect, test } from 'vitest';
import { createPreviewSession } from './preview-session.ts';

test('a preview session holds answers and flags like an attempt, and notifies its subscribers', async () => {
  const session = createPreviewSession();
  let calls = 0;
  const stop = session.subscribe(() => {
    calls += 1;
  });
  expect(await session.setAnswer('3', ['B'])).toBe('saved');
  await session.setFlag('3', true);
  expect(session.view().answers.get('3')).toEqual(['B']);
  expect([...session.view().flags]).toEqual(['3']);
  await session.setFlag('3', false);
  expect(session.view().flags.size).toBe(0);
  expect(calls).toBe(3);
  stop();
  await session.setAnswer('3', []);
  expect(calls).toBe(3);
});
