import type { ServerClock } from '../../ports.ts';

/** More than a whole exam room mistypes in a minute; a guesser comes there in seconds. */
const perMinute = 60;
const maxAddresses = 10_000;

/** Keeps a flood of refusals from filling the disk: beyond the allowance they are counted, and the next one kept says how many. */
export function refusalAllowance(clock: ServerClock) {
  const addresses = new Map<string, { minute: number; kept: number; leftOut: number }>();
  return {
    /** Undefined: leave this one out. Else how many were left out since the last one kept. */
    take(ip: string): number | undefined {
      const minute = Math.floor(clock.nowMs() / 60_000);
      const known = addresses.get(ip) ?? { minute, kept: 0, leftOut: 0 };
      if (known.minute !== minute) Object.assign(known, { minute, kept: 0 });
      addresses.delete(ip);
      addresses.set(ip, known);
      if (addresses.size > maxAddresses) addresses.delete(addresses.keys().next().value as string);
      if (known.kept >= perMinute) {
        known.leftOut += 1;
        return undefined;
      }
      known.kept += 1;
      const { leftOut } = known;
      known.leftOut = 0;
      return leftOut;
    },
  };
}
