import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { DeviceDatabase } from '../database/database.ts';
import { measureWrite } from './write-probe.ts';

const db = new DeviceDatabase('write-probe-test');
afterEach(() => db.delete());

it('reads back what it wrote, and knows what an earlier document left', async () => {
  let texts = 0;
  const probe = (documentId: string) => measureWrite(db, documentId, () => `text ${(texts += 1)}`);
  expect(await probe('first')).toMatchObject({ same: true, survived: false });
  expect(await probe('first')).toMatchObject({ same: true, survived: false });
  expect(await probe('second')).toMatchObject({ same: true, survived: true });
});
