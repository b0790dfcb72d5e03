const steps = [
  { key: 'days', ms: 86_400_000 },
  { key: 'hours', ms: 3_600_000 },
  { key: 'minutes', ms: 60_000 },
  { key: 'seconds', ms: 1000 },
] as const;

/** Returns a duration (ms) in its largest unit: "3 days", "12 min". */
export function splitDurationText(ms: number): { readonly key: (typeof steps)[number]['key']; readonly n: number } {
  const step = steps.find((each) => ms >= each.ms) ?? steps[3];
  return { key: step.key, n: Math.round(ms / step.ms) };
}
