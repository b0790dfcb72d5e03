import { type RefObject, useEffect, useRef, useState } from 'react';

/** Pause between two images in milliseconds, which leaves time to the rest of the page. */
const pauseMs = 40;

/**
 * Shows the rear camera in a `video` element and calls `onCode` for every code it reads. `none`: there is no camera; `refused`: the browser
 * refuses its use.
 */
export function useCodeCamera(onCode: (code: string) => void | Promise<void>): {
  readonly ref: RefObject<HTMLVideoElement | null>;
  readonly fault: 'none' | 'refused' | null;
} {
  const ref = useRef<HTMLVideoElement>(null);
  const [fault, setFault] = useState<'none' | 'refused' | null>(null);
  const heard = useRef(onCode);
  heard.current = onCode;
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let stream: MediaStream | undefined;
    const watch = async (): Promise<void> => {
      // Absent on an insecure origin.
      const media = navigator.mediaDevices as MediaDevices | undefined;
      if (!media) return setFault('none');
      const wanted = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } };
      stream = await media.getUserMedia({ video: wanted, audio: false });
      if (signal.aborted) return stream.getTracks().forEach((track) => track.stop());
      const { decodeQR } = await import('qr/decode.js');
      const video = ref.current;
      if (!video) return;
      video.srcObject = stream;
      await video.play();
      const canvas = document.createElement('canvas');
      const context = canvas.getContext('2d', { willReadFrequently: true });
      while (!signal.aborted && context) {
        const { videoWidth: width, videoHeight: height } = video;
        if (width > 0) {
          [canvas.width, canvas.height] = [width, height];
          context.drawImage(video, 0, 0);
          const code = readCode(decodeQR, context.getImageData(0, 0, width, height));
          if (code !== undefined) await heard.current(code);
        }
        await new Promise((next) => setTimeout(next, pauseMs));
      }
    };
    watch().catch((cause: unknown) => {
      if (signal.aborted) return;
      setFault(cause instanceof DOMException && cause.name === 'NotFoundError' ? 'none' : 'refused');
    });
    return () => {
      over.abort();
      for (const track of stream?.getTracks() ?? []) track.stop();
    };
  }, []);
  return { ref, fault };
}

/** Decodes a picture; undefined if it contains no readable code. */
function readCode(decode: (image: ImageData) => string, picture: ImageData): string | undefined {
  try {
    return decode(picture);
  } catch {
    return undefined;
  }
}
