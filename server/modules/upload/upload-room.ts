import { limits } from '../../limits.ts';

/** The room of one upload, taken until it is given back. */
export interface TakenRoom {
  /** Is there room for all that is on its way, this one included? */
  hasRoom(): Promise<boolean>;
  /** So much of it lies on the disk now, where it is counted already. */
  wrote(bytes: number): void;
  giveBack(): void;
}

/** What uploads on their way will still write: begun at the same time, each of them would see the same free disk. */
export function uploadRoom(freeBytes: () => Promise<number>, keptBytes: number) {
  const underway = new Set<{ readonly userId: number; leftBytes: number }>();
  return {
    /** `bytes`: the most it may come to. Undefined: this person sends too many at once. */
    take(userId: number, bytes: number): TakenRoom | undefined {
      if ([...underway].filter((each) => each.userId === userId).length >= limits.uploadsAtOnce) return undefined;
      const mine = { userId, leftBytes: bytes };
      underway.add(mine);
      return {
        async hasRoom() {
          // Before the disk is asked: what is written meanwhile counts twice rather than not at all.
          let left = 0;
          for (const { leftBytes } of underway) left += leftBytes;
          return (await freeBytes()) - left > keptBytes;
        },
        wrote(written) {
          mine.leftBytes = Math.max(0, mine.leftBytes - written);
        },
        giveBack: () => void underway.delete(mine),
      };
    },
  };
}
export type UploadRoom = ReturnType<typeof uploadRoom>;
