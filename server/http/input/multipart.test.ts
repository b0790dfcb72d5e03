import { expect, test } from 'vitest';
import { parseMultipartBoundary, readMultipart, type MultipartEvent } from './multipart.ts';

/** Delivers the body in chunks of `size` bytes, so that delimiters are cut anywhere. */
const splitStream = (bytes: Buffer, size: number): ReadableStream<Uint8Array> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.subarray(at, (at += size)));
    },
  });
};
async function read(body: Buffer, size: number): Promise<unknown[]> {
  const events: (Exclude<MultipartEvent, { kind: 'data' }> | string)[] = [];
  for await (const event of readMultipart(splitStream(body, size), 'b')) {
    const last = events.at(-1);
    if (event.kind !== 'data') events.push(event);
    else if (typeof last === 'string') events[events.length - 1] = `${last}${event.bytes.toString('latin1')}`;
    else events.push(event.bytes.toString('latin1'));
  }
  return events;
}
const part = (head: string, content: string) => `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${content}\r\n`;

test.each([1, 2, 3, 7, 64, 10_000])('readMultipart reads parts from chunks of %i bytes', async (size) => {
  const content = 'line\r\n--not the end\r\n--';
  const body = Buffer.from(
    `preamble\r\n${part('name="schoolId"', '7')}${part('name="f"; filename="照%22片.png"', content)}${part('name="e"', '')}--b--\r\nepilogue`,
  );
  expect(await read(body, size)).toEqual([
    { kind: 'part', name: 'schoolId', fileName: null },
    '7',
    { kind: 'part', name: 'f', fileName: '照"片.png' },
    content,
    { kind: 'part', name: 'e', fileName: null },
  ]);
});

test.each([
  ['without an end', part('name="a"', '1')],
  ['with a part without a name', '--b\r\nContent-Type: text/plain\r\n\r\nx\r\n--b--'],
  ['with garbage behind a delimiter', '--b?\r\n\r\n'],
  ['with endless headers', `--b\r\nX: ${'x'.repeat(10_000)}`],
  ['that is no form', 'hello'],
])('readMultipart reports a body %s as malformed', async (_name, body) => {
  expect((await read(Buffer.from(body), 50)).at(-1)).toEqual({ kind: 'fault', fault: 'malformed' });
});

test('readMultipart reports a broken connection as cut off', async () => {
  const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) });
  const events = [];
  for await (const event of readMultipart(broken, 'b')) events.push(event);
  expect(events).toEqual([{ kind: 'fault', fault: 'cut' }]);
});

test.each([
  ['multipart/form-data; boundary=abc', 'abc'],
  ['multipart/form-data; charset=utf-8; boundary="a b"', 'a b'],
  ['application/json', null],
  ['multipart/form-data', null],
  [null, null],
])('parseMultipartBoundary reads the boundary from %s', (type, boundary) => {
  expect(parseMultipartBoundary(type)).toBe(boundary);
});
