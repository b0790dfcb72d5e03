import { hkdfSync, createHmac } from 'node:crypto';
import type { SealedPackage } from '../../../../sync/contract/exams/sitting.ts';
import { formatReleaseCode, wrapByReleaseCode } from '../../../../sync/crypto/release-code.ts';
import { formatSpareCode } from '../../../../sync/crypto/spare-seat.ts';
import type { PackageName } from './content-key.ts';

type CodeWrap = NonNullable<SealedPackage['codeWrap']>;

/** Room id for examinees without a room. */
export const noRoomId = 0;
/**
 * Maximum number of cached wraps (content keys encrypted under a room's release code), a few hundred bytes each. Making one costs 600 000 rounds of
 * PBKDF2.
 */
const rememberedWraps = 5_000;

export interface RoomCodeService {
  /**
   * Returns the release code of one room in one plan: the code that opens the paper without a network (SY18). It is always the same and never stored.
   */
  codeOf(planId: number, roomId: number): string;
  /**
   * Wraps the content key under the room's release code. The result is cached only to save time; any other wrap under the code would work as well.
   */
  wrapOf(roomId: number, name: PackageName, contentKey: () => Uint8Array<ArrayBuffer>): Promise<CodeWrap>;
}

/** Derives the release codes from keys.json: a copy of the database alone reveals none, and a restored server still knows them. */
export function createRoomCodeService(master: Buffer): RoomCodeService {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao room codes 1', 32));
  const wraps = new Map<string, Promise<CodeWrap>>();
  const codeOf = (planId: number, roomId: number): string =>
    formatReleaseCode(createHmac('sha256', key).update(`${planId}/${roomId}`).digest());
  return {
    codeOf,
    wrapOf(roomId, name, contentKey) {
      const wrapKey = `${roomId}/${name.planId}/${name.version}/${name.variant}`;
      const rememberedWrap = wraps.get(wrapKey);
      if (rememberedWrap) return rememberedWrap;
      const wrap = wrapByReleaseCode(codeOf(name.planId, roomId), contentKey(), name);
      if (wraps.size >= rememberedWraps) wraps.delete(wraps.keys().next().value ?? '');
      wraps.set(wrapKey, wrap);
      wrap.catch(() => wraps.delete(wrapKey));
      return wrap;
    },
  };
}

/** Derives from keys.json the code with which a spare PC takes over one epoch of an attempt (SY15). It is always the same and never stored. */
export function createSpareCodes(master: Buffer): (attemptId: string, epoch: number) => string {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao spare seats 1', 32));
  return (attemptId, epoch) => formatSpareCode(createHmac('sha256', key).update(`${attemptId}/${epoch}`).digest());
}
