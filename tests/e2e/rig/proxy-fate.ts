/** What becomes of one request on its way through the proxy. */
export type Fate =
  | { readonly kind: 'pass' }
  /** Cut before it reaches the server. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server gets it twice, one after the other; the client sees the second answer. */
  | { readonly kind: 'repeat' }
  /** A captive portal's page in place of an answer: 200, HTML. The server never sees the request. */
  | { readonly kind: 'portal' }
  /** The server does it and answers; the link is cut before the answer arrives. */
  | { readonly kind: 'cutReply' }
  /** Half of the answer arrives. */
  | { readonly kind: 'tearReply' }
  /** Nothing ever comes back and nothing is closed, until the client gives up. */
  | { readonly kind: 'halfOpen' };

export type FateKind = Fate['kind'];
/** Share of the requests each befalls; the rest passes. */
export type FateRates = Readonly<Partial<Record<Exclude<FateKind, 'pass'>, number>>>;

const kinds = ['drop', 'delay', 'repeat', 'portal', 'cutReply', 'tearReply', 'halfOpen'] as const satisfies readonly FateKind[];

/** One of each fate that has a rate, shuffled: dealt first, so that none is left to luck. */
export function oneOfEach(rates: FateRates, random: () => number, maxDelayMs: number): Fate[] {
  const fates = kinds.filter((kind) => (rates[kind] ?? 0) > 0).map((kind) => fateOf(kind, random, maxDelayMs));
  for (let at = fates.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [fates[at], fates[other]] = [fates[other] as Fate, fates[at] as Fate];
  }
  return fates;
}

const fateOf = (kind: (typeof kinds)[number], random: () => number, maxDelayMs: number): Fate =>
  kind === 'delay' ? { kind, ms: Math.floor(random() * maxDelayMs) } : { kind };

export function drawFate(rates: FateRates, random: () => number, maxDelayMs: number): Fate {
  let rest = random();
  for (const kind of kinds) {
    const rate = rates[kind] ?? 0;
    if (rest < rate) return fateOf(kind, random, maxDelayMs);
    rest -= rate;
  }
  return { kind: 'pass' };
}
