import { createHash } from 'node:crypto';
import { readAnswerFile, writeAnswerFile } from '../../sync/engine/transfer/answer-file.ts';
import type { SeededChance } from './seeded-chance.ts';
import type { SimDevice } from './sim-device.ts';
import type { World } from './world.ts';

const digest = (text: string): Promise<string> => Promise.resolve(createHash('sha256').update(text).digest('base64url'));
const owner = { exam: 'e', seat: '1', name: 'n', ticketNo: 't' };

/**
 * Exports the answers of a PC as an answer file (SY16) and imports it on the server later: perhaps twice, perhaps with one character
 * altered.
 */
export async function transferAnswerFile(world: World, device: SimDevice, chance: SeededChance): Promise<void> {
  const tab = device.tabs[0];
  if (!tab) return;
  const attemptIds = [...new Set([...device.disk.streams.values()].map((row) => row.attemptId))];
  const before = sealedOn(device);
  const file = await writeAnswerFile(tab.store, attemptIds, owner, { digest, madeMs: 0 }).catch(() => undefined);
  if (!file || file.ops === 0 || !tab.process.alive) return;
  world.faults.hit('answersExported');
  const read = await readAnswerFile(file.text, digest);
  if (read.kind !== 'file' || read.damaged.length > 0 || read.missing > 0) return world.book.fault('1 once', 'a file does not read back');
  const inFile = new Set(read.batches.flatMap((batch) => batch.ops.map((op) => op[5])));
  // Skips the check for browsers with a journal, because a tab with a damaged database may have written the file from its damaged rows.
  if (tab.copies === undefined)
    for (const sealed of before)
      if (!inFile.has(sealed)) world.book.fault('1 once', `${sealed.slice(0, 12)} is not in the file of ${device.id}`);
  if (file.text.includes('wenkao-')) world.book.fault('9 secret', `answers stand in the open in the file of ${device.id}`);
  const times = chance.happens(0.4) ? 2 : 1;
  for (let n = 0; n < times; n += 1) {
    const altered = chance.happens(0.3);
    world.time.after(chance.int(60_000, 12 * 60_000), () => void bring(world, altered ? alterLine(file.text, chance) : file.text, altered));
  }
}

/** Lists the sealed ops that the PC has on disk. Ops beyond the head of their stream are left out. */
function sealedOn(device: SimDevice): string[] {
  return [...device.disk.streams.values()].flatMap((row) =>
    (device.disk.ops.get(row.streamId) ?? []).filter((op) => op.seq <= row.headSeq).map((op) => op.sealed),
  );
}

/** Alters one character after the first line, so that some line of answers no longer matches its digest. */
function alterLine(text: string, chance: SeededChance): string {
  const at = chance.int(text.indexOf('\n') + 1, text.length - 2);
  return `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`;
}

async function bring(world: World, text: string, altered: boolean): Promise<void> {
  const read = await readAnswerFile(text, digest);
  if (read.kind !== 'file') return world.book.fault('1 once', 'a file is not known any more');
  if (altered && read.damaged.length === 0) world.book.fault('9 secret', 'an altered file passes for whole');
  for (const batch of read.batches) {
    // Staff see that the server is down and could import the file again later. This simulation never does.
    if (!(await world.server.importBatch(batch))) return;
  }
  world.faults.hit('answersImported');
}
