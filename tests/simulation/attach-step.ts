import type { AttachmentManager } from '../../sync/engine/outbox/attached-files.ts';
import type { SimPerson } from './person.ts';
import type { World } from './world.ts';

let photos = 0;

/** Attaches a photo to an answer. Each photo has its own content, so that mixed-up files are noticed. */
export async function attachFile(world: World, person: SimPerson, files: AttachmentManager, item: string, bytes: number): Promise<void> {
  const content = Buffer.alloc(bytes, `wenkao-photo-${(photos += 1)} `);
  const outcome = await files.attach(item, 'photo.jpg', 'image/jpeg', new Uint8Array(content), 9);
  if (outcome !== 'saved') return;
  world.faults.hit('fileAttached');
  if (world.plan.kind !== 'exam') world.faults.hit(world.plan.kind === 'homework' ? 'homeworkFile' : 'mockTestFile');
  const taken = [...files.views().values()].flat().find((view) => view.file.bytes === bytes);
  if (taken) world.book.files.set(taken.file.key, { attemptId: person.attemptId, content });
}
