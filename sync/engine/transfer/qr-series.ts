/**
 * SY7a: transfers bytes as a series of QR codes. The codes are shown in turn, repeatedly, to a camera that misses some. Each code names its
 * series, its number and the total. It uses only characters of the compact alphanumeric mode of QR codes (base 45).
 */
const mark = 'WK1';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';
/** Bytes per code. They give a code of 85 by 85 dots at the lowest error correction, which a tablet's camera reads across a desk. */
const codeBytes = 600;
/** Maximum number of codes of a series, which carry 1.2 MB. Larger transfers use an answer file. */
export const maxQrSeriesCodes = 2_000;
/** Maximum number of unfinished series. An invigilator goes from PC to PC and may come back. */
const seriesAtOnce = 4;

const valueOf = new Map([...alphabet].map((sign, value) => [sign, value]));

function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const pair = at + 1 < bytes.length;
    let value = pair ? (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0) : (bytes[at] ?? 0);
    for (let signs = pair ? 3 : 2; signs > 0; signs -= 1) {
      text += alphabet[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

function fromBase45(text: string): Uint8Array | undefined {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const signs = Array.from(text.slice(at, at + 3), (sign) => valueOf.get(sign));
    if (signs.length < 2 || signs.includes(undefined)) return undefined;
    const value = signs.reduceRight<number>((sum, sign) => sum * 45 + (sign ?? 0), 0);
    if (value >= (signs.length === 3 ? 65_536 : 256)) return undefined;
    if (signs.length === 3) bytes.push(value >> 8);
    bytes.push(value & 255);
  }
  return Uint8Array.from(bytes);
}

/**
 * Encodes bytes as a series of codes. Returns undefined if they exceed `maxQrSeriesCodes` codes. `digest`: digest of the bytes as text; the name of
 * the series is derived from it.
 */
export function encodeQrSeries(bytes: Uint8Array, digest: string): readonly string[] | undefined {
  const total = Math.max(1, Math.ceil(bytes.length / codeBytes));
  if (total > maxQrSeriesCodes) return undefined;
  const name = getQrSeriesName(digest);
  return Array.from(
    { length: total },
    (_, n) =>
      `${mark}:${name}:${n.toString(36).toUpperCase()}:${total.toString(36).toUpperCase()}:${toBase45(bytes.subarray(n * codeBytes, (n + 1) * codeBytes))}`,
  );
}

/** Derives the name of a series from the first sixteen characters of the digest, so that different series have different names. */
export const getQrSeriesName = (digest: string): string =>
  [...digest]
    .slice(0, 16)
    .map((sign) => sign.charCodeAt(0).toString(36).toUpperCase().padStart(2, '0'))
    .join('');

const codePattern = /^WK1:([0-9A-Z]{32}):([0-9A-Z]{1,3}):([0-9A-Z]{1,3}):([0-9A-Z $%*+\-./:]*)$/;

export interface QrSeriesState {
  readonly name: string;
  readonly readCount: number;
  readonly total: number;
  /** All bytes of the series once every code was read, else null. Each line of the answer file in them carries its own digest (`readAnswerFile`). */
  readonly bytes: Uint8Array | null;
}

/** Collects the codes of several series as a camera reads them. */
export class QrCollector {
  readonly #series = new Map<string, { readonly total: number; readonly parts: Map<number, Uint8Array> }>();

  /** Takes the text of one code. Returns undefined for a text that is no code of a series. */
  addCode(text: string): QrSeriesState | undefined {
    const [, name = '', n36 = '', total36 = '', coded = ''] = codePattern.exec(text) ?? [];
    const [n, total] = [Number.parseInt(n36, 36), Number.parseInt(total36, 36)];
    const part = fromBase45(coded);
    if (name === '' || part === undefined || !(total <= maxQrSeriesCodes) || !(n < total)) return undefined;
    const isLast = n === total - 1;
    if (isLast ? part.length > codeBytes : part.length !== codeBytes) return undefined;
    let series = this.#series.get(name);
    if (series?.total !== total) {
      series = { total, parts: new Map() };
      this.#series.set(name, series);
      const [oldest] = this.#series.keys();
      if (this.#series.size > seriesAtOnce && oldest !== undefined) this.#series.delete(oldest);
    }
    if (!series.parts.has(n)) series.parts.set(n, part);
    return { name, readCount: series.parts.size, total, bytes: series.parts.size === total ? joinParts(series.parts, total) : null };
  }

  forget(name: string): void {
    this.#series.delete(name);
  }
}

function joinParts(parts: ReadonlyMap<number, Uint8Array>, total: number): Uint8Array {
  const all = Array.from({ length: total }, (_, n) => parts.get(n) ?? new Uint8Array());
  const bytes = new Uint8Array(all.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of all) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Returns a different order of the codes for each round. A camera that misses codes at a fixed pace then misses different ones each time. */
export function orderQrRound(total: number, round: number): number[] {
  const order = Array.from({ length: total }, (_, n) => n);
  let seed = (round + 1) * 2_654_435_761;
  for (let at = total - 1; at > 0; at -= 1) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    const other = seed % (at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
