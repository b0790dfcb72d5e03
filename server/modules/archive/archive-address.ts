import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';

/** So long an address gives the archive: a link element sends no token. */
const openMs = 10 * 60_000;

interface Named {
  readonly planId: number;
  readonly schoolId: number;
  readonly userId: number;
}

export function createArchiveAddresses(secret: KeyObject) {
  const sealOf = (text: string): string => createHmac('sha256', secret).update(`wenkao archive 1\n${text}`).digest('base64url');
  return {
    addressOf({ planId, schoolId, userId }: Named, nowMs: number): { url: string; untilMs: number } {
      const untilMs = nowMs + openMs;
      const text = `${planId}.${schoolId}.${userId}.${untilMs}`;
      return { url: `/archives/${text}.${sealOf(text)}`, untilMs };
    },
    /** Undefined: nothing we gave out, or its time is over. */
    read(address: string, nowMs: number): Named | undefined {
      const found = /^\/archives\/((\d+)\.(\d+)\.(\d+)\.(\d+))\.([\w-]+)$/.exec(address);
      if (!found) return undefined;
      const [, text = '', planId, schoolId, userId, untilMs, seal = ''] = found;
      const [given, right] = [Buffer.from(seal), Buffer.from(sealOf(text))];
      if (given.length !== right.length || !timingSafeEqual(given, right) || nowMs >= Number(untilMs)) return undefined;
      return { planId: Number(planId), schoolId: Number(schoolId), userId: Number(userId) };
    },
  };
}
