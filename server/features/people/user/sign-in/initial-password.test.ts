import { expect, it } from 'vitest';
import { systemRandom } from '../../../../system-ports.ts';
import { hashInitialPassword, isInitialHash, makeInitialPassword, verifyInitialPassword } from './initial-password.ts';

const keys = { seal: Buffer.alloc(32, 3), index: Buffer.alloc(32, 4) };

it('an initial password has ten characters that are hard to confuse, and is never generated twice', () => {
  const made = Array.from({ length: 200 }, () => makeInitialPassword(systemRandom));
  for (const password of made) expect(password).toMatch(/^[2-9A-HJKMNP-Z]{5}-[2-9A-HJKMNP-Z]{5}$/);
  expect(new Set(made).size).toBe(200);
});

it('an initial password is accepted in any case, width and grouping, but only with the key of the server', () => {
  const hash = hashInitialPassword('K7RWM-X2P9T', keys, systemRandom);
  expect(isInitialHash(hash)).toBe(true);
  expect(hash).not.toContain('K7RWM');
  for (const typed of ['K7RWM-X2P9T', 'k7rwmx2p9t', ' Ｋ7RWM X2P9T ']) expect(verifyInitialPassword(hash, typed, keys), typed).toBe(true);
  expect(verifyInitialPassword(hash, 'K7RWM-X2P9S', keys)).toBe(false);
  expect(verifyInitialPassword(hash, 'K7RWM-X2P9T', { ...keys, index: Buffer.alloc(32, 5) })).toBe(false);
  expect(hashInitialPassword('K7RWM-X2P9T', keys, systemRandom)).not.toBe(hash);
});
