import type { DrillResult } from '../../../sync/contract/exams/exam-readiness.ts';
import { fromBase64url } from '../../../sync/crypto/bytes.ts';
import { generateContentKey, importContentKey, openPaper, sealPaper } from '../../../sync/crypto/paper-package.ts';
import { importReleasedKey } from '../../../sync/crypto/paper-text.ts';
import { generateReleaseCode, openByReleaseCode, wrapByReleaseCode } from '../../../sync/crypto/release-code.ts';

/**
 * Name of the database of a rehearsal on this PC, which uses a dummy paper and no exam data. A rehearsal opens a paper by its release code
 * without a network and writes answers durably. It reads them back after reopening the database, and sends them over a simulated line that loses
 * a fifth of the messages in each direction.
 */
const scratch = 'wenkao-drill';
const answers = 60;
const loss = 0.2;
const dummy = 'drill';

const awaitRequest = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('the scratch database failed')));
  });
const open = (): Promise<IDBDatabase> => {
  const opening = indexedDB.open(scratch, 1);
  opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('answers'));
  return awaitRequest(opening);
};
const writeAnswer = (db: IDBDatabase, seq: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const tx = db.transaction('answers', 'readwrite', { durability: 'strict' });
    tx.objectStore('answers').put(`answer ${seq}`, seq);
    tx.addEventListener('complete', () => resolve());
    tx.addEventListener('abort', () => reject(tx.error ?? new Error('a write was aborted')));
  });

async function canOpenByCode(): Promise<boolean> {
  const name = { planId: 1, variant: 'A', version: 1 };
  const contentKey = generateContentKey();
  const code = generateReleaseCode();
  const item = { id: '1', stemHtml: dummy, options: [{ id: 'A', html: dummy }], blankCount: 0, points: 1 };
  const content = { ...name, title: dummy, layout: 'one', shuffleQuestions: false, shuffleOptions: false } as const;
  const sections = [{ title: dummy, type: 1, items: [item] }];
  const wrap = await wrapByReleaseCode(code, contentKey, name);
  const sealed = await sealPaper({ ...content, sections }, await importContentKey(contentKey), wrap);
  const key = await openByReleaseCode(wrap, code, name);
  if (key === undefined || fromBase64url(key).length !== contentKey.length) return false;
  return (await openPaper(sealed, await importReleasedKey(key))).sections[0]?.items[0]?.stemHtml === dummy;
}

/** Creates the result of a rehearsal that could not finish, for example because the disk refuses to write. */
export const createFailedDrill = (ms: number): DrillResult => ({
  ms,
  opened: false,
  written: answers,
  kept: 0,
  delivered: 0,
  sends: 0,
  slowestMs: 0,
});

/** Runs a rehearsal. Rejects if the database cannot be written. Durations are in milliseconds. */
export async function runDrill(): Promise<DrillResult> {
  const opened = await canOpenByCode().catch(() => false);
  await awaitRequest(indexedDB.deleteDatabase(scratch));
  let slowestMs = 0;
  let db = await open();
  for (let seq = 1; seq <= answers; seq += 1) {
    const startMs = performance.now();
    await writeAnswer(db, seq);
    slowestMs = Math.max(slowestMs, performance.now() - startMs);
  }
  db.close();
  db = await open();
  const storedSeqs = await awaitRequest(db.transaction('answers').objectStore('answers').getAllKeys());
  db.close();
  // Resend each answer until its acknowledgement arrives; the simulated receiver counts each answer once.
  const arrived = new Set<IDBValidKey>();
  let sends = 0;
  const isLost = (): boolean => Math.random() < loss;
  for (const seq of storedSeqs)
    for (let answered = false; !answered;) {
      sends += 1;
      if (isLost()) continue;
      arrived.add(seq);
      answered = !isLost();
    }
  await awaitRequest(indexedDB.deleteDatabase(scratch));
  return {
    ms: Date.now(),
    opened,
    written: answers,
    kept: storedSeqs.length,
    delivered: arrived.size,
    sends,
    slowestMs: Math.round(slowestMs),
  };
}
