import { expect, test } from 'vitest';
import { fromBase64url, randomBytes, toBase64url, encodeUtf8 } from './bytes.ts';
import { formatPskId, formatStreamBinding } from './canonical.ts';
import { openStreamCipher } from './stream-cipher.ts';
import { generateServerHpkeKeys, importServerHpkeKeys, openStreamSecret } from './server-hpke.ts';
import { openVault, VaultMismatchError } from './vault.ts';
import { unlockKeyring } from './vault-key.ts';

const storedKeys = await generateServerHpkeKeys();
const owner = 'school 1/1/examinee01';
const newKeyring = await unlockKeyring([], 'Wenkao-2026', owner, true);
const record = newKeyring?.created ?? undefined;
const vault = await openVault(newKeyring?.vaultKey ?? randomBytes(0));
const sittingKey = toBase64url(randomBytes(32));
const seat = { attemptId: '6a1c43a5-9e0f-4d3f-b0a4-0e6d8f0e6f11', epoch: 1, actor: 42 };
const sitting = {
  ...seat,
  serverKeys: { hpkePublic: storedKeys.publicRaw },
  wrappedSittingKey: await vault.wrapSittingKey({ ...seat, sittingKey }),
};
const ids = {
  streamId: '0b9d7c52-93a4-4f6a-8a54-2f1f3e3d7a10',
  documentId: 'f3b8a1de-5c77-4a06-9d0e-1a2b3c4d5e6f',
};

test('SY20: the same credential unlocks the vault again and reopens its streams', async () => {
  expect(record).toBeDefined();
  const opened = await vault.openStream(sitting, ids.streamId, ids.documentId);
  const reopened = await unlockKeyring(record ? [record] : [], 'Wenkao-2026', owner, false);
  expect(reopened?.created).toBeNull();
  const restarted = await openVault(reopened?.vaultKey ?? randomBytes(32));
  const cipher = await restarted.reopenStream({ ...ids, wrappedForSelf: opened.wrappedForSelf });
  expect(cipher?.genesis).toBe(opened.cipher.genesis);
});

test('SY20: another credential or owner opens nothing; a reset adds a second vault under the same salt', async () => {
  const records = record ? [record] : [];
  expect(await unlockKeyring(records, 'Wenkao-2027', owner, false)).toBeUndefined();
  expect(await unlockKeyring(records, 'Wenkao-2026', 'school 1/1/examinee02', false)).toBeUndefined();
  const reset = await unlockKeyring(records, 'Wenkao-2027', owner, true);
  expect(reset?.created?.salt).toBe(record?.salt);
  const both = [...records, ...(reset?.created ? [reset.created] : [])];
  expect((await unlockKeyring(both, 'Wenkao-2026', owner, false))?.vaultKey).toEqual(newKeyring?.vaultKey);
  expect((await unlockKeyring(both, 'Wenkao-2027', owner, false))?.vaultKey).toEqual(reset?.vaultKey);

  const stranger = await openVault(reset?.vaultKey ?? randomBytes(32));
  const opened = await vault.openStream(sitting, ids.streamId, ids.documentId);
  expect(await stranger.reopenStream({ ...ids, wrappedForSelf: opened.wrappedForSelf })).toBeUndefined();
  expect(await stranger.ownsSitting(sitting)).toBe(false);
  await expect(stranger.openStream(sitting, ids.streamId, ids.documentId)).rejects.toThrow(VaultMismatchError);
});

test('SY2: openStream wraps for the server the same secret that its cipher uses', async () => {
  const opened = await vault.openStream(sitting, ids.streamId, ids.documentId);
  const keys = await importServerHpkeKeys(storedKeys);
  const psk = formatPskId(seat.attemptId, seat.epoch, seat.actor);
  const secret = await openStreamSecret(
    keys,
    opened.wrappedForServer,
    fromBase64url(sittingKey),
    psk,
    formatStreamBinding(ids.streamId, ids.documentId),
  );
  expect((await openStreamCipher(secret, ids.streamId)).genesis).toBe(opened.cipher.genesis);
});

test('a stored stream secret does not open under another stream id or document id', async () => {
  const opened = await vault.openStream(sitting, ids.streamId, ids.documentId);
  const row = { ...ids, wrappedForSelf: opened.wrappedForSelf };
  expect(await vault.reopenStream({ ...row, streamId: seat.attemptId })).toBeUndefined();
  expect(await vault.reopenStream({ ...row, documentId: seat.attemptId })).toBeUndefined();
});

test('a wrapped small secret opens only under its own name, also in a vault from the exported key', async () => {
  const wrapped = await vault.wrapBytes(encodeUtf8('考生'), 'profile');
  const twin = await openVault(fromBase64url(vault.exportKey()));
  expect(await twin.unwrapBytes(wrapped, 'profile')).toEqual(encodeUtf8('考生'));
  expect(await twin.unwrapBytes(wrapped, 'other')).toBeUndefined();
  expect(await twin.unwrapBytes('', 'profile')).toBeUndefined();
});
