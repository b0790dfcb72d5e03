import { getCountedFiles, hasIncompleteFiles } from '../../sync/engine/ops/attempt-views.ts';
import { getStoredFileName } from '../../sync/engine/ops/attachment.ts';
import { decryptCountedFile } from '../../server/answer-log/calls/attached-files.ts';
import type { World } from './world.ts';

/**
 * Checks attachments at the end of a simulated run.
 * Property 1: if an op that counts names a file and some device has all its chunks, the server has the file byte for byte.
 * Property 4: the server has every chunk that a device believes to be received.
 * Property 6: no receipt exists while a file that counts is missing.
 * Property 9: the server stores no chunk that no op names.
 */
export function checkFiles(world: World): void {
  const { book, server, devices } = world;
  const onServer = new Set(server.chunks().map(({ attemptId, hash }) => `${attemptId} ${hash}`));
  const epoch = server.answerLog.log.serverEpoch;
  const made = new Set<string>();
  for (const device of devices) {
    for (const row of device.chunks.values()) {
      if (row.heldBy === epoch && !onServer.has(`${row.attemptId} ${row.hash}`))
        book.fault('4 durable', `${device.id} believes chunk ${row.at} of ${row.itemId} is held, and it is not`);
    }
  }
  for (const { attemptId } of world.persons) {
    const attempt = server.answerLog.projector.attempt(attemptId);
    if (!attempt) continue;
    for (const [itemId, file] of getCountedFiles(attempt.state)) {
      const whole = devices.some((device) => {
        const rows = [...device.chunks.values()].filter((row) => row.attemptId === attemptId && row.itemId === itemId);
        return file.chunkHashes.every((hash) => rows.some((row) => row.hash === hash));
      });
      if (whole && !file.here) book.fault('7 drains', `${itemId} of ${attemptId} is whole on a device and never arrived`);
      if (!file.here) continue;
      const opened = decryptCountedFile(server.answerLog, attemptId, itemId);
      const was = book.files.get(getStoredFileName(file));
      if (!opened) book.fault('1 once', `${itemId} of ${attemptId} is called here and can't be opened`);
      else if (was && !was.content.equals(opened.bytes)) book.fault('1 once', `${itemId} of ${attemptId} is not what was taken`);
    }
    if (attempt.receipt && hasIncompleteFiles(attempt.state) && attempt.state.decisions.length === 0)
      book.fault('6 digest', `${attemptId} has a receipt, and a file of it is missing`);
  }
  for (const { payload } of book.sealed.values()) {
    const value = (payload as { v?: unknown }).v;
    if (Array.isArray(value)) for (const text of value.slice(1)) for (const hash of String(text).match(/.{43}/g) ?? []) made.add(hash);
  }
  for (const { attemptId, hash } of server.chunks())
    if (!made.has(hash)) book.fault('9 secret', `a chunk of ${attemptId} that nobody made is stored`);
}
