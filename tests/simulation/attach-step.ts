import type { AttachmentManager } from '../../sync/engine/outbox/attached-files.ts';
import { getStoredFileName } from '../../sync/engine/ops/attachment.ts';
import type { SimPerson } from './person.ts';
import type { World } from './world.ts';

/** Attaches a photo to an answer. Each photo has its own content, so that mixed-up files are noticed. */
export async function attachFile(world: World, person: SimPerson, files: AttachmentManager, item: string, bytes: number): Promise<void> {
  const content = Buffer.alloc(bytes, `wenkao-photo-${world.takeNumber()} `);
  const listFiles = () => [...files.views().values()].flat().map(({ file }) => file);
  const before = new Set(listFiles().map(getStoredFileName));
  const outcome = await files.attach(item, 'photo.jpg', 'image/jpeg', new Uint8Array(content), 9);
  if (outcome !== 'saved') return;
  world.faults.hit('fileAttached');
  if (world.plan.kind !== 'exam') world.faults.hit(world.plan.kind === 'homework' ? 'homeworkFile' : 'mockTestFile');
  // Finds the new file by the hashes of its chunks: another file may have been attached meanwhile, and a simulated device may draw the key
  // of an earlier file again.
  const taken = listFiles().find((file) => !before.has(getStoredFileName(file)) && file.bytes === bytes);
  if (taken) world.book.files.set(getStoredFileName(taken), { attemptId: person.attemptId, content });
}
