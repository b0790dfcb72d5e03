import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/fixtures/postgres/test-database.ts';
import { createJobRunner } from '../../../jobs/job-runner.ts';
import { createFolderStore } from '../../../object-store/folder-store.ts';
import { getObjectPath } from '../../../object-store/object-store.ts';
import { systemRandom } from '../../../system-ports.ts';
import { createUploadStore } from './upload-store.ts';
import { createUploadSweep } from './upload-sweep.ts';

const dayMs = 24 * 3_600_000;
const nameOf = (n: number): string => `${String(n).padStart(32, '0')}.png`;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wenkao-sweep-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function world() {
  const time = { nowMs: Date.UTC(2026, 10, 21) };
  const clock = { nowMs: () => time.nowMs };
  const { db, raw } = await openTestDatabase(':memory:', time.nowMs);
  const quiet = () => undefined;
  const jobs = createJobRunner({ db, clock, chance: systemRandom, logger: { info: quiet, warn: quiet, error: quiet } });
  const objects = createFolderStore(folder);
  const sweep = createUploadSweep({ db, clock, jobs, objects });
  await jobs.open();
  const upload = async (n: number) => {
    const name = nameOf(n);
    await objects.put(name, Buffer.from('x'));
    const file = { name, schoolId: 1, userId: 1, kind: 'png' as const, sizeBytes: 1, sha256: Buffer.alloc(32), originalName: 'a.png' };
    await createUploadStore(db).add(file, time.nowMs);
  };
  const run = async () => {
    await sweep.start();
    await jobs.idle();
  };
  /** Returns whether the file is left, and checks that it exists either both on disk and in the database, or in neither. */
  const left = (n: number): boolean => {
    const known = raw.prepare('SELECT 1 FROM upload WHERE name = ?').get(nameOf(n)) !== undefined;
    expect(existsSync(join(folder, getObjectPath(nameOf(n))))).toBe(known);
    return known;
  };
  const days = (count: number) => (time.nowMs += count * dayMs);
  return { raw, upload, run, left, days };
}

it('the upload sweep removes a file that was unused in two runs a day apart', async () => {
  const { upload, run, left, days } = await world();
  await upload(1);
  days(6);
  await run();
  days(1.5);
  await run();
  expect(left(1)).toBe(true);
  await run();
  expect(left(1)).toBe(true);
  days(1);
  await run();
  expect(left(1)).toBe(false);
});

it('the upload sweep keeps a file that a school, a user, a question or any other table refers to', async () => {
  const { raw, upload, run, left, days } = await world();
  for (const n of [1, 2, 3, 4, 5]) await upload(n);
  const url = (n: number) => `/uploads/${nameOf(n)}`;
  // Only the text in the rows matters here, so ignore foreign keys.
  raw.pragma('foreign_keys = OFF');
  raw.prepare("INSERT INTO school (id, website, title, cover, created_ms) VALUES (1, 'a', '甲', ?, 0)").run(url(1));
  raw
    .prepare(
      "INSERT INTO user (school_id, login_name, user_type, name, avatar, pwd_hash, created_ms, updated_ms) VALUES (1, 'a', 7, '甲', ?, '', 0, 0)",
    )
    .run(url(2));
  raw
    .prepare("INSERT INTO question_version (question_id, version, event, before, user_id, at_ms) VALUES (1, 1, 'modify', ?, 1, 0)")
    .run(JSON.stringify({ stem: `<p>看图<img src="${url(3)}"></p>`, options: [{ html: `<img src="${url(4)}">` }] }));
  raw.prepare("INSERT INTO change_note (kind, row_id, version, user_id, at_ms, fields) VALUES ('x', 1, 1, 1, 0, ?)").run(url(5));
  days(30);
  await run();
  days(1);
  await run();
  expect([1, 2, 3, 4, 5].map(left)).toEqual([true, true, true, true, false]);
});

it('the upload sweep keeps a file that was used between two runs', async () => {
  const { raw, upload, run, left, days } = await world();
  await upload(1);
  days(8);
  await run();
  raw.prepare("INSERT INTO school (id, website, title, logo, created_ms) VALUES (1, 'a', '甲', ?, 0)").run(`/uploads/${nameOf(1)}`);
  days(1);
  await run();
  raw.prepare("UPDATE school SET logo = ''").run();
  await run();
  expect(left(1)).toBe(true);
});
