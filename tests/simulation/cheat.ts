import { createHash } from 'node:crypto';
import type { PushInput, PushRefusalData, WireOp } from '../../sync/contract/exams/sync.ts';
import type { SittingRow, StreamCipher } from '../../sync/engine/ports.ts';
import { formatManifestText } from '../../sync/crypto/canonical.ts';
import { issueUploadToken, deriveSittingKey } from '../../server/answer-log/log/upload-token.ts';
import { NodeVault } from './node-vault.ts';
import type { OpBook } from './op-book.ts';
import { simItemIds } from './step.ts';
import type { SeededChance } from './seeded-chance.ts';
import { type SimServer, worldBeganMs } from './sim-server.ts';

interface CheatStream {
  readonly header: PushInput['stream'];
  readonly cipher: StreamCipher;
  readonly ops: { readonly wire: WireOp; readonly hash: string }[];
  sent: number;
}

/**
 * Simulates an examinee who cheats with a modified client. Cheats have their own keys and upload token, so their ops are correctly sealed
 * and chained. They choose the contents of each op, its lamport and wall time, the moment of sending, and the manifest of each hand-in.
 */
export class Cheat {
  readonly attemptId: string;
  readonly #parts: { server: SimServer; book: OpBook; chance: SeededChance; actor: number };
  #streams: CheatStream[] = [];
  #lamport = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(parts: { server: SimServer; book: OpBook; chance: SeededChance; actor: number }) {
    this.#parts = parts;
    this.attemptId = parts.chance.uuid();
  }

  /**
   * Sends more answers with higher lamports and hands in at once. If a score were shown before the release, repeating this would reveal the
   * answer key.
   */
  oracle(): void {
    this.#next(async () => {
      const stream = await this.#open();
      for (let n = this.#parts.chance.int(1, 4); n > 0; n -= 1) await this.#answer(stream);
      await this.#handIn(stream, this.#heads());
      await this.#sendAll();
    });
  }

  /**
   * Prepares an attack before scores are released: writes some answers, and hands in with manifests that list streams not yet sent, or ops
   * not yet written.
   */
  prepare(): void {
    this.#next(async () => {
      const { chance } = this.#parts;
      const shown = await this.#open();
      for (let n = chance.int(1, 4); n > 0; n -= 1) await this.#answer(shown);
      const claims = chance.int(0, 4);
      const kept: CheatStream[] = [];
      if (claims === 0) await this.#handIn(shown, { [shown.header.streamId]: shown.ops.length + 1 + chance.int(1, 9) });
      for (let n = claims; n > 0; n -= 1) {
        const later = await this.#open();
        const written = chance.happens(0.7);
        if (written) for (let ops = chance.int(1, 3); ops > 0; ops -= 1) await this.#answer(later);
        kept.push(later);
        await this.#handIn(shown, { [shown.header.streamId]: shown.ops.length, [later.header.streamId]: written ? later.ops.length : 2 });
      }
      await this.#send(shown);
      for (const stream of kept) if (chance.happens(0.2)) await this.#send(stream);
    });
  }

  /** Attacks after scores are released: writes answers with forged times, sometimes hands in, and sends all streams or only the one just written. */
  strike(): void {
    this.#next(async () => {
      const { chance } = this.#parts;
      const stream = chance.happens(0.6) && this.#streams.length > 0 ? chance.pick(this.#streams) : await this.#open();
      for (let n = chance.int(1, 9); n > 0; n -= 1) await this.#answer(stream);
      if (chance.happens(0.4)) await this.#handIn(stream, this.#heads());
      if (chance.happens(0.3)) await this.#sendAll();
      else await this.#send(stream);
    });
  }

  #next(work: () => Promise<void>): void {
    this.#turn = this.#turn.then(work, work);
    this.#turn.catch(() => undefined);
  }

  #heads(): Record<string, number> {
    return Object.fromEntries(this.#streams.filter((s) => s.ops.length > 0).map((s) => [s.header.streamId, s.ops.length]));
  }

  async #open(): Promise<CheatStream> {
    const { server, book, chance, actor } = this.#parts;
    const { attemptId } = this;
    const who = { attemptId, epoch: 1, actor };
    const vault = new NodeVault(`cheat ${actor}`, () => chance, book);
    const [streamId, documentId] = [chance.uuid(), chance.uuid()];
    const serverKeys = server.keys.publicKeys;
    const wrappedSittingKey = vault.wrapSittingKey(who, deriveSittingKey(server.keys, who));
    const { cipher, wrappedForServer } = await vault.openStream(
      { ...who, serverKeys, wrappedSittingKey } as SittingRow,
      streamId,
      documentId,
    );
    const stream = {
      header: { streamId, ...who, documentId, keyId: serverKeys.keyId, wrapped: wrappedForServer },
      cipher,
      ops: [],
      sent: 0,
    };
    this.#streams.push(stream);
    return stream;
  }

  #answer(stream: CheatStream): Promise<void> {
    const { chance } = this.#parts;
    return this.#say(stream, 'answer.set@1', { i: chance.pick(simItemIds), v: [`wenkao-cheat-${chance.int(0, 1e9)}`] });
  }

  /** Hands in with the true digest if every listed op is written, else with a digest that merely looks valid. */
  #handIn(stream: CheatStream, manifest: Record<string, number>): Promise<void> {
    const heads = Object.entries(manifest).map(([streamId, seq]) => {
      const hash = this.#streams.find((s) => s.header.streamId === streamId)?.ops[seq - 1]?.hash ?? 'x';
      return { streamId, seq, hash };
    });
    const digest = createHash('sha256').update(formatManifestText(heads)).digest('base64url');
    const by = this.#parts.chance.happens(0.8) ? 'examinee' : 'timeout';
    return this.#say(stream, 'attempt.handIn@2', { manifest, digest, by, elapsedMs: 5, extensionMs: 0 });
  }

  async #say(stream: CheatStream, type: string, payload: unknown): Promise<void> {
    const { chance } = this.#parts;
    const { streamId, attemptId, epoch, actor, documentId } = stream.header;
    this.#lamport += chance.int(1, 1_000);
    const plain = {
      lamport: this.#lamport,
      type,
      basisCursor: 0,
      wallMs: worldBeganMs + chance.int(0, 1_000_000),
      monoMs: chance.int(0, 1_000_000),
    };
    const seq = stream.ops.length + 1;
    const prevHash = stream.ops.at(-1)?.hash ?? stream.cipher.genesis;
    const { sealed, hash } = await stream.cipher.seal(prevHash, { streamId, seq, ...plain, attemptId, epoch, actor, documentId }, payload);
    stream.ops.push({ wire: [plain.lamport, type, 0, plain.wallMs, plain.monoMs, sealed], hash });
  }

  async #sendAll(): Promise<void> {
    for (const stream of this.#streams) await this.#send(stream);
  }

  /**
   * Sends the ops that the server lacks. If a restored server has fewer ops than it acknowledged, sends again from its head, once; the
   * next call sends the rest.
   */
  async #send(stream: CheatStream): Promise<void> {
    const { server } = this.#parts;
    for (let tries = 0; tries < 2 && server.up && stream.sent < stream.ops.length; tries += 1) {
      const ops = stream.ops.slice(stream.sent, stream.sent + 100);
      const { attemptId, epoch, actor } = stream.header;
      const input: PushInput = {
        ticket: issueUploadToken(server.keys, { attemptId, epoch, actor, schoolId: 1 }),
        stream: stream.header,
        fromSeq: stream.sent + 1,
        prevHash: stream.ops[stream.sent - 1]?.hash ?? stream.cipher.genesis,
        ops: ops.map((op) => op.wire),
        headHash: ops.at(-1)?.hash ?? '',
        newsSeen: 0,
      };
      const answer = await server.handle('push', JSON.stringify(input), new AbortController().signal).catch(() => undefined);
      if (!answer) return;
      const refused = answer.data as PushRefusalData | null;
      stream.sent = answer.code === 0 ? stream.sent + ops.length : (refused?.head?.seq ?? 0);
    }
  }
}
