import fc from 'fast-check';
import { expect, test } from 'vitest';
import { QrCollector, encodeQrSeries, maxQrSeriesCodes, orderQrRound, getQrSeriesName } from './qr-series.ts';

const digestOf = (bytes: Uint8Array): string => `${bytes.length}-${bytes.join('.')}`.slice(-40).padStart(43, 'x');
const bytes = fc.uint8Array({ maxLength: 5_000 });

test('SY7a: a QR series is complete in any order, with missed, repeated and foreign codes between', () => {
  fc.assert(
    fc.property(bytes, bytes, fc.infiniteStream(fc.nat()), fc.nat(9), (ownBytes, otherBytes, chance, missed) => {
      const codes = encodeQrSeries(ownBytes, digestOf(ownBytes)) ?? [];
      const otherCodes = encodeQrSeries(otherBytes, `y${digestOf(otherBytes)}`) ?? [];
      const collector = new QrCollector();
      const next = (below: number): number => (chance.next().value ?? 0) % below;
      let collectedCodes = 0;
      let collectedBytes: Uint8Array | null = null;
      for (let round = 0; collectedBytes === null && round < 300; round += 1)
        for (const n of orderQrRound(codes.length, round)) {
          if (next(10) < missed) continue;
          if (next(3) === 0) collector.addCode(otherCodes[next(otherCodes.length)] ?? '');
          const state = collector.addCode(codes[n] ?? '');
          expect(state?.total).toBe(codes.length);
          expect(state?.readCount).toBeGreaterThanOrEqual(collectedCodes);
          collectedCodes = state?.readCount ?? 0;
          collectedBytes ??= state?.bytes ?? null;
        }
      expect(collectedBytes).toEqual(ownBytes);
    }),
    { numRuns: 60 },
  );
});

test('a malformed code of a QR series is refused, and none of its bytes are stored', () => {
  const [code = ''] = encodeQrSeries(Uint8Array.of(1, 2, 3), 'd'.repeat(43)) ?? [];
  const collector = new QrCollector();
  for (const bad of [
    '',
    'https://example.org',
    code.toLowerCase(),
    code.slice(0, -1),
    code.replace(':0:1:', ':1:1:'),
    code.replace(':0:1:', ':0:ZZZ:'),
  ])
    expect([bad, collector.addCode(bad)]).toEqual([bad, undefined]);
  expect(collector.addCode(code)).toMatchObject({ name: getQrSeriesName('d'.repeat(43)), bytes: Uint8Array.of(1, 2, 3) });
  // `forget` discards a complete series, for example one whose bytes are damaged. Its codes are then collected again from the beginning.
  collector.forget(getQrSeriesName('d'.repeat(43)));
  expect(collector.addCode(code)?.readCount).toBe(1);
});

test('a code with the wrong number of bytes or an invalid base-45 value is refused', () => {
  const name = getQrSeriesName('d'.repeat(43));
  const [full = '', last = ''] = (encodeQrSeries(new Uint8Array(1_000), 'd'.repeat(43)) ?? []).map((code) =>
    code.split(':').slice(4).join(':'),
  );
  const collector = new QrCollector();
  for (const bad of [`0:2:${last}`, `1:2:${full}00`, '0:1::::', '0:1:::', '0:1:0', '2:2:00', '0:0:00'])
    expect([bad, collector.addCode(`WK1:${name}:${bad}`)]).toEqual([bad, undefined]);
  expect(collector.addCode(`WK1:${name}:0:2:${full}`)).toMatchObject({ readCount: 1, total: 2 });
});

test('SY7a: the collector keeps four unfinished series, and starts one again if its total changes', () => {
  const collector = new QrCollector();
  const codes = Array.from({ length: 5 }, (_, n) => encodeQrSeries(new Uint8Array(700).fill(n), `${n}`.repeat(43)) ?? []);
  for (const [first = ''] of codes) expect(collector.addCode(first)?.readCount).toBe(1);
  expect(collector.addCode(codes[4]?.[1] ?? '')?.readCount).toBe(2);
  expect(collector.addCode(codes[0]?.[1] ?? '')?.readCount).toBe(1);
  const longer = encodeQrSeries(new Uint8Array(1_300).fill(4), '4'.repeat(43)) ?? [];
  expect(collector.addCode(longer[0] ?? '')).toMatchObject({ readCount: 1, total: 3 });
});

test('a code uses only alphanumeric QR characters and fits into 85 modules', () => {
  const codes = encodeQrSeries(new Uint8Array(60_000).fill(255), '_-aZ09'.repeat(8)) ?? [];
  expect(codes).toHaveLength(100);
  for (const code of codes) {
    expect(code).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
    expect(code.length).toBeLessThanOrEqual(954);
  }
});

test('too many bytes for a QR series are refused, and each round shows every code once', () => {
  expect(encodeQrSeries(new Uint8Array(600 * maxQrSeriesCodes), 'd')).toHaveLength(maxQrSeriesCodes);
  expect(encodeQrSeries(new Uint8Array(600 * maxQrSeriesCodes + 1), 'd')).toBeUndefined();
  expect(orderQrRound(50, 3)).not.toEqual(orderQrRound(50, 4));
  expect(orderQrRound(50, 7).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
});
