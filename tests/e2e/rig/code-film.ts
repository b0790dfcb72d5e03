import { writeFileSync } from 'node:fs';
import type { Locator } from '@playwright/test';

const [width, height, framesASecond] = [640, 480, 5];

/** Reads every QR code that a canvas shows, each once, as rows of grey values. Stops when no new code has appeared for `patienceMs`. */
export async function readShownCodes(canvas: Locator, patienceMs: number): Promise<number[][][]> {
  const pictures = await canvas.evaluate(async (node, forMs) => {
    const seen = new Map<string, number[][]>();
    let sinceMs = performance.now();
    while (performance.now() - sinceMs < forMs) {
      const shown = node as HTMLCanvasElement;
      const key = shown.toDataURL();
      if (!seen.has(key)) {
        const { data } = (shown.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, shown.width, shown.height);
        const rows = Array.from({ length: shown.height }, (_, y) =>
          Array.from({ length: shown.width }, (_none, x) => data[(y * shown.width + x) * 4] ?? 255),
        );
        seen.set(key, rows);
        sinceMs = performance.now();
      }
      await new Promise((drawn) => requestAnimationFrame(drawn));
    }
    return [...seen.values()];
  }, patienceMs);
  return pictures;
}

/** Writes a film for Chromium's fake camera: each QR code for a moment, slightly grey and off centre, as a camera sees it. */
export function writeCodeFilm(path: string, codes: readonly (readonly (readonly number[])[])[]): void {
  const chroma = Buffer.alloc((width / 2) * (height / 2) * 2, 128);
  const frames = codes.flatMap((rows) => {
    const module = Math.floor((height - 20) / rows.length);
    const luma = Buffer.alloc(width * height, 90);
    const [left, top] = [60, 8];
    for (let y = 0; y < rows.length * module; y += 1)
      for (let x = 0; x < rows.length * module; x += 1)
        luma[(top + y) * width + left + x] = 30 + Math.round(((rows[Math.floor(y / module)]?.[Math.floor(x / module)] ?? 0) / 255) * 190);
    return [Buffer.from('FRAME\n'), luma, chroma];
  });
  writeFileSync(path, Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F${framesASecond}:1 Ip A1:1 C420jpeg\n`), ...frames]));
}
