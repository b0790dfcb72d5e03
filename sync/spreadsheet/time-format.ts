const pattern = /"([^"]*)"|\\(.)|_.|\*.|\[\$[^\]]*\]|\[([hms])\3*\]|(h+|m+|s+)|(AM\/PM|A\/P|上午\/下午)|(\.0+)|([^])/gi;

/** Returns the time of day or the duration that a cell shows: 0.7291666 with "h:mm" is 17:30. Undefined for a negative number or an unknown format. */
export function formatCellTime(value: number, format: string): string | undefined {
  const found = [...format.matchAll(pattern)];
  const fraction = found.find((each) => each[6] !== undefined)?.[6]?.length ?? 1;
  const unit = 10 ** (fraction - 1);
  // The number of the smallest unit that is shown, at least whole seconds.
  const ticks = Math.round(value * 86_400 * unit);
  if (!(ticks >= 0)) return undefined;
  const seconds = Math.floor(ticks / unit);
  const hasHalves = found.some((each) => each[5] !== undefined);
  const hour = Math.floor(seconds / 3600) % 24;
  const two = (number: number, letters: string): string => String(number).padStart(Math.min(letters.length, 2), '0');
  const shown = found.map((each) => {
    const [whole, quoted, escaped, total, part, halves, decimals, other] = each;
    if (quoted !== undefined || escaped !== undefined) return quoted ?? escaped;
    if (total !== undefined)
      return two(Math.floor(seconds / { h: 3600, m: 60, s: 1 }[total.toLowerCase() as 'h' | 'm' | 's']), whole.slice(1, -1));
    if (part !== undefined)
      return two(
        { h: hasHalves ? hour % 12 || 12 : hour, m: Math.floor(seconds / 60) % 60, s: seconds % 60 }[
          part[0]?.toLowerCase() as 'h' | 'm' | 's'
        ],
        part,
      );
    if (halves !== undefined) return halves.split('/')[hour < 12 ? 0 : 1];
    if (decimals !== undefined) return `.${String(ticks % unit).padStart(fraction - 1, '0')}`;
    return other !== undefined && /[a-z[\]]/i.test(other) ? undefined : (other ?? '');
  });
  return shown.some((each) => each === undefined) ? undefined : shown.join('').trim();
}
