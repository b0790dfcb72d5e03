import { type FileHandle, open } from 'node:fs/promises';
import type { Page } from '@playwright/test';

/** Frames per second of the test film. */
export const filmRate = 10;
interface Frame {
  readonly data: string;
  readonly isKey: boolean;
}

/** Encodes moving colours as VP8 in the browser that will play them, with a key frame each second. */
const framesOf = (page: Page, seconds: number): Promise<Frame[]> =>
  page.evaluate(
    async ({ count, rate }) => {
      const made: Frame[] = [];
      const faults: DOMException[] = [];
      const encoder = new VideoEncoder({
        output(chunk) {
          const bytes = new Uint8Array(chunk.byteLength);
          chunk.copyTo(bytes);
          made.push({ data: btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')), isKey: chunk.type === 'key' });
        },
        error: (fault) => faults.push(fault),
      });
      encoder.configure({ codec: 'vp8', width: 160, height: 90, bitrate: 100_000, framerate: rate });
      const canvas = new OffscreenCanvas(160, 90);
      const pen = canvas.getContext('2d');
      for (let at = 0; at < count; at += 1) {
        if (pen !== null) {
          pen.fillStyle = `hsl(${at * 7} 60% 50%)`;
          pen.fillRect(0, 0, 160, 90);
        }
        const frame = new VideoFrame(canvas, { timestamp: (at * 1_000_000) / rate, duration: 1_000_000 / rate });
        encoder.encode(frame, { keyFrame: at % rate === 0 });
        frame.close();
        if (encoder.encodeQueueSize > 50) await new Promise((resolve) => encoder.addEventListener('dequeue', resolve, { once: true }));
      }
      await encoder.flush();
      encoder.close();
      if (faults[0] !== undefined) throw faults[0];
      return made;
    },
    { count: seconds * filmRate, rate: filmRate },
  );

const uint = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const head = (id: number, sizeBytes: number): Buffer => {
  const name = Buffer.from(id.toString(16), 'hex');
  // The first bytes must contain the file type, so this header stays short.
  if (sizeBytes < 127) return Buffer.concat([name, uint(0x80 | sizeBytes, 1)]);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(sizeBytes));
  size[0] = 0x01;
  return Buffer.concat([name, size]);
};
const element = (id: number, ...inside: Buffer[]): Buffer => {
  const content = Buffer.concat(inside);
  return Buffer.concat([head(id, content.length), content]);
};
const double = (value: number): Buffer => {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleBE(value);
  return buffer;
};

/** Builds the WebM file: one cluster per second and a seek table, so that a player finds any second without reading earlier parts. */
function partsOf(frames: readonly Frame[], padBytes: number): { begin: Buffer; rest: number } {
  const ms = 1000 / filmRate;
  const info = element(
    0x1549a966,
    element(0x2ad7b1, uint(1_000_000, 4)),
    element(0x4489, double(frames.length * ms)),
    element(0x4d80, Buffer.from('wenkao')),
    element(0x5741, Buffer.from('wenkao')),
  );
  const video = element(0xe0, element(0xb0, uint(160, 2)), element(0xba, uint(90, 2)));
  const track = element(
    0xae,
    element(0xd7, uint(1, 1)),
    element(0x73c5, uint(1, 1)),
    element(0x83, uint(1, 1)),
    element(0x86, Buffer.from('V_VP8')),
    video,
  );
  const tracks = element(0x1654ae6b, track);
  const clusters: Buffer[] = [];
  for (let at = 0; at < frames.length; at += filmRate) {
    const blocks = frames.slice(at, at + filmRate).map(({ data, isKey }, offset) => {
      const place = Buffer.alloc(4);
      place[0] = 0x81;
      place.writeInt16BE(offset * ms, 1);
      place[3] = isKey ? 0x80 : 0;
      return element(0xa3, place, Buffer.from(data, 'base64'));
    });
    clusters.push(element(0x1f43b675, element(0xe7, uint(at * ms, 4)), ...blocks));
  }
  const cuesOf = (firstAt: number): Buffer => {
    let at = firstAt;
    const points = clusters.map((cluster, second) => {
      const point = element(
        0xbb,
        element(0xb3, uint(second * 1000, 4)),
        element(0xb7, element(0xf7, uint(1, 1)), element(0xf1, uint(at, 6))),
      );
      at += cluster.length;
      return point;
    });
    return element(0x1c53bb6b, ...points);
  };
  const cuesBytes = cuesOf(0).length;
  const before = info.length + tracks.length + cuesBytes;
  const media = Buffer.concat([info, tracks, cuesOf(before), ...clusters]);
  const ebml = element(
    0x1a45dfa3,
    element(0x4286, uint(1, 1)),
    element(0x42f7, uint(1, 1)),
    element(0x42f2, uint(4, 1)),
    element(0x42f3, uint(8, 1)),
    element(0x4282, Buffer.from('webm')),
    element(0x4287, uint(2, 1)),
    element(0x4285, uint(2, 1)),
  );
  const padding = padBytes > 0 ? head(0xec, padBytes) : Buffer.alloc(0);
  const begin = Buffer.concat([ebml, head(0x18538067, media.length + padding.length + padBytes), media, padding]);
  return { begin, rest: padBytes };
}

const padPiece = 4 * 1024 * 1024;
async function pad(file: FileHandle, bytes: number): Promise<void> {
  // All padding parts differ, so that a part in the wrong place is detected.
  for (let left = bytes, at = 0; left > 0; left -= padPiece, at += 1) {
    const piece = Buffer.alloc(Math.min(padPiece, left), at % 251);
    await file.writeFile(piece);
  }
}

/** Writes a film of `seconds` seconds that any Chromium plays. `padBytes`: size of a padding part that players skip. */
export async function writeFilm(page: Page, path: string, seconds: number, padBytes = 0): Promise<void> {
  const { begin, rest } = partsOf(await framesOf(page, seconds), padBytes);
  const file = await open(path, 'w');
  await file.writeFile(begin);
  await pad(file, rest);
  await file.close();
}
