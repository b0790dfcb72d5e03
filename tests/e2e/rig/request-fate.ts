/** Fate of one request on its way through the proxy. */
export type RequestFate =
  | { readonly kind: 'pass' }
  /** The connection is cut before the request reaches the server. */
  | { readonly kind: 'drop' }
  | { readonly kind: 'delay'; readonly ms: number }
  /** The server gets the request twice in a row; the client gets the second reply. */
  | { readonly kind: 'repeat' }
  /** The client gets a captive portal's page: 200, HTML. The request never reaches the server. */
  | { readonly kind: 'portal' }
  /** The server handles and answers the request; the connection is cut before the reply arrives. */
  | { readonly kind: 'cutReply' }
  /** Half of the reply arrives. */
  | { readonly kind: 'tearReply' }
  /** No reply arrives and the connection stays open until the client gives up. */
  | { readonly kind: 'halfOpen' };

export type RequestFateKind = RequestFate['kind'];
/** Share of requests per fate, 0 to 1; the rest passes. */
export type RequestFateRates = Readonly<Partial<Record<Exclude<RequestFateKind, 'pass'>, number>>>;

const kinds = ['drop', 'delay', 'repeat', 'portal', 'cutReply', 'tearReply', 'halfOpen'] as const satisfies readonly RequestFateKind[];

/** Returns one fate of each kind that has a rate, shuffled. The proxy uses these first, so that each kind occurs in every run. */
export function createOneOfEachFate(rates: RequestFateRates, random: () => number, maxDelayMs: number): RequestFate[] {
  const fates = kinds.filter((kind) => (rates[kind] ?? 0) > 0).map((kind) => fateOf(kind, random, maxDelayMs));
  for (let at = fates.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1));
    [fates[at], fates[other]] = [fates[other] as RequestFate, fates[at] as RequestFate];
  }
  return fates;
}

const fateOf = (kind: (typeof kinds)[number], random: () => number, maxDelayMs: number): RequestFate =>
  kind === 'delay' ? { kind, ms: Math.floor(random() * maxDelayMs) } : { kind };

/** Draws the fate of one request by the given rates. `maxDelayMs`: longest delay in milliseconds. */
export function drawFate(rates: RequestFateRates, random: () => number, maxDelayMs: number): RequestFate {
  let rest = random();
  for (const kind of kinds) {
    const rate = rates[kind] ?? 0;
    if (rest < rate) return fateOf(kind, random, maxDelayMs);
    rest -= rate;
  }
  return { kind: 'pass' };
}
