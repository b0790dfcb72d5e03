import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { DeviceDatabase } from '../database/database.ts';
import { measureWrite } from './write-probe.ts';

const db = new DeviceDatabase('write-probe-test');
afterEach(() => db.delete());

it('measureWrite reads back what it wrote, and recognises data of an earlier page load', async () => {
  let texts = 0;
  const probe = (documentId: string) => measureWrite(db, documentId, () => `text ${(texts += 1)}`);
  expect(await probe('first')).toMatchObject({ same: true, survived: false });
  expect(await probe('first')).toMatchObject({ same: true, survived: false });
  expect(await probe('second')).toMatchObject({ same: true, survived: true });
});
