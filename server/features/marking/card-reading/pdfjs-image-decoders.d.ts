declare module 'pdfjs-dist/image_decoders/pdf.image_decoders.mjs' {
  /** Sets which messages are written to the console; 0: errors only. */
  export function setVerbosityLevel(level: number): void;
  /** Decoder of JPEG files in JavaScript. */
  export class JpegImage {
    readonly width: number;
    readonly height: number;
    numComponents: number;
    /** Decoded planes of the picture; the first one is the brightness if `_isColorConversionNeeded`. */
    components: readonly object[];
    /** True if the planes are brightness and colour differences, as in nearly every colour JPEG. */
    readonly _isColorConversionNeeded: boolean;
    parse(data: Uint8Array): void;
    getData(options: { width: number; height: number; forceRGB: boolean }): Uint8ClampedArray;
  }
}
