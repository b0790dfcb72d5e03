import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';
import type { SealedPackage } from '../../../sync/contract/sitting.ts';
import { generateReleaseCode, wrapByReleaseCode } from '../../../sync/seal/release-code.ts';
import { contentKeyVault } from './content-key.ts';
import type { ExamDeps } from './exam-deps.ts';
import { releaseCodeStore } from './release-code-store.ts';
import { sittingStore } from './sitting-store.ts';

/** Of a plan without rooms. */
export const noRoom = 0;

const nonceBytes = 12;
const tagBytes = 16;
type CodeWrap = NonNullable<SealedPackage['codeWrap']>;

/**
 * A room's code opens that room's packages without a network (SY18). A code is made when it is first asked for, and so is what it wraps: deriving its
 * key is slow on purpose, and a hundred rooms would hold up publishing. Codes rest under a key derived from keys.json, as content keys do.
 */
export function releaseCodes({ db, keys, chance }: Pick<ExamDeps, 'db' | 'keys' | 'chance'>) {
  const store = releaseCodeStore(db);
  const vault = contentKeyVault(keys.personal.seal, chance);
  const key = Buffer.from(hkdfSync('sha256', keys.personal.seal, '', 'wenkao release codes 1', 32));
  /** Asked for by a whole room at once, a wrap is made once. */
  const making = new Map<string, Promise<CodeWrap>>();
  const binding = (planId: number, roomId: number): Buffer => Buffer.from(`${planId}/${roomId}`);

  const seal = (code: string, planId: number, roomId: number): Buffer => {
    const nonce = chance.bytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(binding(planId, roomId));
    return Buffer.concat([nonce, cipher.update(code), cipher.final(), cipher.getAuthTag()]);
  };
  const open = (sealed: Buffer, planId: number, roomId: number): string => {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceBytes), { authTagLength: tagBytes })
      .setAAD(binding(planId, roomId))
      .setAuthTag(sealed.subarray(-tagBytes));
    return Buffer.concat([decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]).toString();
  };

  const codeOf = async (planId: number, roomId: number): Promise<string> => {
    const kept = await store.code(planId, roomId);
    if (kept !== undefined) return open(kept, planId, roomId);
    await store.putCode(planId, roomId, seal(generateReleaseCode(), planId, roomId));
    const made = await store.code(planId, roomId);
    if (made === undefined) throw new Error(`the release code of plan ${planId}, room ${roomId} was not there when read back`);
    return open(made, planId, roomId);
  };

  const make = async (planId: number, roomId: number, variant: string): Promise<CodeWrap> => {
    const kept = await store.wrap(planId, roomId, variant);
    if (kept !== undefined) return kept;
    const paper = await sittingStore(db).sealedPaper(planId, variant);
    const name = { planId, variant, version: paper.version };
    const wrap = await wrapByReleaseCode(await codeOf(planId, roomId), Uint8Array.from(vault.open(paper.content_key, name)), name);
    await store.putWrap(name, roomId, wrap);
    return wrap;
  };

  return {
    codeOf,
    wrapOf(planId: number, roomId: number, variant: string): Promise<CodeWrap> {
      const name = `${planId}/${roomId}/${variant}`;
      const under = making.get(name) ?? make(planId, roomId, variant).finally(() => making.delete(name));
      making.set(name, under);
      return under;
    },
  };
}
