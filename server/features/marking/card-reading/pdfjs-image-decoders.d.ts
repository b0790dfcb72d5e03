declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  /** Sets which messages are written to the console; 0: errors only. */
  export function setVerbosityLevel(level: number): void;
  /** Decoder of JPEG files in JavaScript. */
  export class JpegImage {
    readonly width: number;
    readonly height: number;
    readonly numComponents: number;
    parse(data: Uint8Array): void;
    getData(options: { width: number; height: number; forceRGB: boolean }): Uint8ClampedArray;
  }
}
