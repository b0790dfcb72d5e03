import { expect, it } from 'vitest';
import { keysSeen } from './keys-seen.ts';

it('tells letters, digits and Chinese as they come, and forgets none that was taken back', () => {
  const none = { letters: false, digits: false, chinese: false };
  expect(keysSeen(none, ' ?，')).toEqual(none);
  const typed = ['a', '', '7', '电'].reduce((so, text) => keysSeen(so, text), none);
  expect(typed).toEqual({ letters: true, digits: true, chinese: true });
  expect(keysSeen(none, '电')).toEqual({ ...none, chinese: true });
});
