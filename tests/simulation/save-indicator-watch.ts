import type { World } from './world.ts';

/** Property 4 as the examinee sees it: the save indicator never shows ops as received that this very server does not hold. */
export function watchSaveIndicators(world: World): void {
  if (!world.server.up) return;
  const { log } = world.server.answerLog;
  for (const device of world.everyDevice) {
    for (const row of device.disk.streams.values()) {
      if (row.ackedSeq === 0 || row.ackedBy !== log.serverEpoch) continue;
      const head = log.head(row.streamId)?.seq ?? 0;
      if (head < row.ackedSeq)
        world.book.fault('4 durable', `${device.id} shows ${row.streamId} as received through ${row.ackedSeq}, it is through ${head}`);
    }
  }
}
