import type { PushInput } from '../../sync/contract/exams/sync.ts';
import type { ChainOp } from './server-log.ts';
import type { World } from './world.ts';

/**
 * Checks that the log contains the grant of each sitting that began at a spare PC (SY15), and that the relay has delivered everything that
 * the server can take (SY7a).
 */
export function checkStandIns(world: World, chain: readonly ChainOp[], quarantined: ReadonlySet<string>): void {
  for (const [attemptId, epoch] of world.spareEpochs) {
    const ops = chain.filter((c) => c.op.attemptId === attemptId);
    const began = ops.some((c) => c.author === 'examinee' && c.op.epoch === epoch);
    const granted = ops.some((c) => c.op.type === 'epoch.grant@1' && (c.op.payload as { epoch: number }).epoch === epoch);
    if (began && !granted) world.book.fault('11 rooms', `${attemptId}: the spare PC's sitting ${epoch} is not in the log`);
  }
  checkRelay(world, chain, quarantined);
}

/**
 * Checks the batches that the relay still has. Only one reason is allowed: the op before the batch was wiped from every disk before the
 * server had it. A restored PC or a relay that lost its disk can cause this.
 */
function checkRelay({ relay, book, everyDevice }: World, chain: readonly ChainOp[], quarantined: ReadonlySet<string>): void {
  const held = relay?.held() ?? [];
  if (held.length === 0) return;
  const sealedOf = new Map(book.committed.map(({ op }) => [op.hash, op.sealed]));
  const somewhere = new Set(chain.map(({ hash }) => hash));
  for (const device of everyDevice) for (const ops of device.disk.ops.values()) for (const op of ops) somewhere.add(op.hash);
  const isLost = (hash: string): boolean => book.wiped.has(hash) && !somewhere.has(hash) && !quarantined.has(sealedOf.get(hash) ?? '');
  const follows = (one: PushInput): PushInput | undefined =>
    held.find(({ input }) => input.stream.streamId === one.stream.streamId && input.headHash === one.prevHash)?.input;
  for (const { input, refused } of held) {
    let first = input;
    for (let before = follows(first); before; before = follows(first)) first = before;
    if ((refused !== 'gap' && refused !== 'unknownStream') || !isLost(first.prevHash))
      book.fault('7 drains', `the relay still keeps ${input.stream.streamId} from ${input.fromSeq} (${refused})`);
  }
}
