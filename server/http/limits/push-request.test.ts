import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pushInput, type PushInput } from '../../../sync/contract/exams/sync.ts';
import { isPushRequest } from './push-request.ts';

const uuid = fc.uuid();
const text = (most: number, least = 0) => fc.stringMatching(new RegExp(`^[A-Za-z0-9_-]{${least},${most}}$`));
const count = (least: number) => fc.integer({ min: least, max: Number.MAX_SAFE_INTEGER });
const op = fc.tuple(
  count(1),
  fc.constantFrom('answer.set@1', 'flag.set@1', 'attempt.handIn@2', 'room.closed@12'),
  count(0),
  fc.integer({ min: 0, max: 8_640_000_000_000_000 }),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  text(200),
);
const push: fc.Arbitrary<PushInput> = fc.record(
  {
    ticket: fc.string({ maxLength: 1000 }),
    stream: fc.record(
      {
        streamId: uuid,
        attemptId: uuid,
        epoch: count(1),
        actor: count(1),
        documentId: uuid,
        keyId: fc.string({ maxLength: 40 }),
        wrapped: text(400),
      },
      { requiredKeys: ['streamId', 'attemptId', 'epoch', 'actor', 'documentId', 'keyId'] },
    ),
    fromSeq: count(1),
    prevHash: text(43, 43),
    ops: fc.array(op, { maxLength: 5 }),
    headHash: text(43, 43),
    newsSeen: count(0),
    aside: fc.boolean(),
    written: fc.maxSafeInteger(),
  },
  { requiredKeys: ['ticket', 'stream', 'fromSeq', 'prevHash', 'ops', 'headHash', 'newsSeen'] },
);
/** Values that a hostile client may send in place of any field. */
const odd: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  8_640_000_000_000_001,
  '',
  'x'.repeat(44),
  'A'.repeat(43) + '\n',
  'a b',
  'x'.repeat(45_000),
  [],
  {},
  Array.from({ length: 101 }, () => [1, 'a.b@1', 0, 0, 0, '']),
  '00000000-0000-9000-8000-000000000000',
];
type Place = { holder: Record<string, unknown>; name: string };
function placesIn(value: unknown, found: Place[] = []): Place[] {
  if (typeof value !== 'object' || value === null) return found;
  for (const name of Object.keys(value)) {
    found.push({ holder: value as Record<string, unknown>, name });
    placesIn((value as Record<string, unknown>)[name], found);
  }
  return found;
}
const overJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown;

test('isPushRequest accepts every push that devices send, as the schema does', () => {
  fc.assert(
    fc.property(push, (input) => {
      const json = overJson(input);
      expect(isPushRequest(json)).toBe(true);
      expect(pushInput.parse(json)).toEqual(json);
    }),
  );
});

test('isPushRequest refuses pushes that the schema would refuse or change, with any field altered', () => {
  let refused = 0;
  fc.assert(
    fc.property(push, fc.nat(), fc.constantFrom(...odd), fc.constantFrom('replace', 'leave out', 'add'), (input, at, strange, how) => {
      const json = overJson(input);
      const places = placesIn(json);
      const { holder, name } = places[at % places.length] as Place;
      if (how === 'replace') holder[name] = strange;
      else if (how === 'leave out') {
        if (Array.isArray(holder)) holder.splice(Number(name), 1);
        else delete holder[name];
      } else if (Array.isArray(holder)) holder.push(strange);
      else holder['stranger'] = strange;
      if (!isPushRequest(json)) return void (refused += 1);
      const parsed = pushInput.safeParse(json);
      expect(parsed.success && parsed.data).toEqual(json);
    }),
    { numRuns: 5_000 },
  );
  expect(refused).toBeGreaterThan(1_000);
});
