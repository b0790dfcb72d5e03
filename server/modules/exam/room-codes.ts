import { hkdfSync, createHmac } from 'node:crypto';
import type { SealedPackage } from '../../../sync/contract/sitting.ts';
import { releaseCodeOf, wrapByReleaseCode } from '../../../sync/seal/release-code.ts';
import type { PackageName } from './content-key.ts';

type CodeWrap = NonNullable<SealedPackage['codeWrap']>;

/** The room of who has no room. */
export const noRoom = 0;
/** Each costs 600 000 rounds; a wrap is a few hundred bytes. */
const rememberedWraps = 5_000;

export interface RoomCodes {
  /** The release code of one room in one plan (SY18): the same each time, and nothing to keep. */
  codeOf(planId: number, roomId: number): string;
  /** The content key under that code. Made once and remembered; any other wrap under the code would do as well. */
  wrapOf(roomId: number, name: PackageName, contentKey: () => Uint8Array<ArrayBuffer>): Promise<CodeWrap>;
}

/** Codes are derived from keys.json: whoever copies the database alone learns none, and a restored server still knows them. */
export function roomCodes(master: Buffer): RoomCodes {
  const key = Buffer.from(hkdfSync('sha256', master, '', 'wenkao room codes 1', 32));
  const wraps = new Map<string, Promise<CodeWrap>>();
  const codeOf = (planId: number, roomId: number): string =>
    releaseCodeOf(createHmac('sha256', key).update(`${planId}/${roomId}`).digest());
  return {
    codeOf,
    wrapOf(roomId, name, contentKey) {
      const of = `${roomId}/${name.planId}/${name.version}/${name.variant}`;
      const known = wraps.get(of);
      if (known) return known;
      const made = wrapByReleaseCode(codeOf(name.planId, roomId), contentKey(), name);
      if (wraps.size >= rememberedWraps) wraps.delete(wraps.keys().next().value ?? '');
      wraps.set(of, made);
      made.catch(() => wraps.delete(of));
      return made;
    },
  };
}
