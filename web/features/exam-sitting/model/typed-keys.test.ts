import { expect, it } from 'vitest';
import { recordTypedKeys } from './typed-keys.ts';

it('recordTypedKeys notes letters, digits and Chinese, and keeps the note after a deletion', () => {
  const none = { letters: false, digits: false, chinese: false };
  expect(recordTypedKeys(none, ' ?，')).toEqual(none);
  const typed = ['a', '', '7', '电'].reduce((so, text) => recordTypedKeys(so, text), none);
  expect(typed).toEqual({ letters: true, digits: true, chinese: true });
  expect(recordTypedKeys(none, '电')).toEqual({ ...none, chinese: true });
});
