import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { hashText } from '../../../sync/crypto/bytes.ts';
import { verifyReceipt } from '../../../sync/crypto/receipt.ts';
import { importServerKeys, type StoredServerKeys } from '../../../server/answer-log/log/server-keys.ts';
import { DeviceStream } from '../../device/sealed-stream.ts';
import { finishLoad } from './finish.ts';
import { choosePort, RawClient, rawRequest, waitForReceipt } from './raw-client.ts';
import { formatManifestText } from '../../../sync/crypto/canonical.ts';

/** Examinees who all hand in within `withinMs`. Each pushes all answers and the hand-in, and waits for the receipt. */
export interface HandInStormInput {
  readonly keysFile: string;
  readonly examinees: number;
  readonly answers: number;
  readonly withinMs: number;
  readonly ports: readonly number[];
}
export interface HandInStormResult {
  readonly pushMs: number[];
  /** Milliseconds from sending the hand-in to a verified receipt. */
  readonly receiptMs: number[];
  readonly errors: string[];
  readonly ops: number;
  /** Milliseconds from the last push response to the last receipt. */
  readonly lastReceiptAfterMs: number;
}

const input = JSON.parse(process.argv[2] ?? '{}') as HandInStormInput;
const keys = await importServerKeys(JSON.parse(readFileSync(input.keysFile, 'utf8')) as StoredServerKeys);

interface Examinee {
  readonly stream: DeviceStream;
  readonly requests: readonly Buffer[];
}
const examinees: Examinee[] = [];
for (let n = 0; n < input.examinees; n += 1) {
  const stream = await DeviceStream.open(keys, n + 1, Date.now());
  const requests: Buffer[] = [];
  for (let at = 0; at < input.answers; at += 10) {
    const ops = Array.from({ length: 10 }, (_, k) => ({
      type: 'answer.set@1',
      payload: { i: String(at + k + 1), v: ['ABCD'[(at + k) % 4] ?? 'A'] },
    }));
    requests.push(rawRequest('/api/sync/push', stream.push(ops)));
  }
  const { streamId } = stream.header;
  const digest = await hashText(formatManifestText([{ streamId, ...stream.head }]));
  const payload = { manifest: { [streamId]: stream.head.seq }, digest, by: 'examinee', elapsedMs: 5_400_000, extensionMs: 0 };
  requests.push(rawRequest('/api/sync/push', stream.push([{ type: 'attempt.handIn@2', payload }])));
  examinees.push({ stream, requests });
}

const result = { pushMs: [] as number[], receiptMs: [] as number[], errors: [] as string[], ops: 0 };
let lastReply = 0;
let lastReceipt = 0;
const clients = await Promise.all(examinees.map((_, n) => RawClient.open(choosePort(input.ports, n))));

async function handIn({ stream, requests }: Examinee, client: RawClient, startMs: number): Promise<void> {
  await wait(startMs);
  let sentHandIn = 0;
  for (const request of requests) {
    sentHandIn = performance.now();
    const reply = await client.send(request);
    lastReply = performance.now();
    result.pushMs.push(lastReply - sentHandIn);
    const answered = JSON.parse(reply.body) as { code: number; msg: string };
    if (answered.code !== 0) throw new Error(answered.msg);
  }
  result.ops += stream.head.seq;
  const receipt = await waitForReceipt(client, stream.ticket);
  if (!(await verifyReceipt(receipt, keys.publicKeys.receiptPublic)) || receipt.opCount !== input.answers)
    throw new Error('a receipt that does not hold');
  lastReceipt = performance.now();
  result.receiptMs.push(lastReceipt - sentHandIn);
}

await Promise.all(
  examinees.map((examinee, n) =>
    handIn(examinee, clients[n] as RawClient, (n / examinees.length) * input.withinMs).catch((error: unknown) =>
      result.errors.push(String(error)),
    ),
  ),
);
finishLoad<HandInStormResult>({ ...result, lastReceiptAfterMs: lastReceipt - lastReply });
