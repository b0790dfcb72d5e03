import { expect, test } from 'vitest';
import { randomBytes } from './bytes.ts';
import { formatPskId, formatStreamBinding } from './canonical.ts';
import { generateServerHpkeKeys, importServerHpkeKeys, openStreamSecret } from './server-hpke.ts';
import { wrapStreamSecret } from './stream-secret.ts';

const storedKeys = await generateServerHpkeKeys();
const keys = await importServerHpkeKeys(storedKeys);
const secret = randomBytes(32);
const sittingKey = randomBytes(32);
const psk = formatPskId('6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11', 1, 42);
const binding = formatStreamBinding('0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10', 'f3b8a1de-5c77-4a06-9d0e-1a2b3c4d5e6f');
const wrapped = await wrapStreamSecret(storedKeys.publicRaw, secret, sittingKey, psk, binding);

test('SY2: the server opens a stream secret that a device wrapped', async () => {
  expect(await openStreamSecret(keys, wrapped, sittingKey, psk, binding)).toEqual(secret);
});

test('SY11: a wrapped stream secret opens only with the sitting key and ids of its sitting', async () => {
  await expect(openStreamSecret(keys, wrapped, randomBytes(32), psk, binding)).rejects.toThrow();
  await expect(openStreamSecret(keys, wrapped, sittingKey, psk.replace('/1/', '/2/'), binding)).rejects.toThrow();
  await expect(openStreamSecret(keys, wrapped, sittingKey, psk, `${binding}x`)).rejects.toThrow();
});

test('SY2: a wrapped stream secret does not open with another server key', async () => {
  const other = await importServerHpkeKeys(await generateServerHpkeKeys());
  await expect(openStreamSecret(other, wrapped, sittingKey, psk, binding)).rejects.toThrow();
});

test('a truncated or altered wrapped stream secret is refused', async () => {
  await expect(openStreamSecret(keys, wrapped.slice(0, 80), sittingKey, psk, binding)).rejects.toThrow();
  await expect(openStreamSecret(keys, `${wrapped.slice(0, 100)}AAAA${wrapped.slice(104)}`, sittingKey, psk, binding)).rejects.toThrow();
});
