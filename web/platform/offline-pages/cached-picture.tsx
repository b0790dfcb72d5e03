import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { getCachedPicture } from './picture-cache.ts';
import { sessionUserAtom } from '../session/session-atoms.ts';

/** Returns an address of the picture that also works offline: the stored copy if there is one, otherwise `src`. Undefined for an empty `src`. */
export function useCachedPicture(src: string): string | undefined {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const [storedCopy, setStoredCopy] = useState<{ readonly src: string; readonly value: string } | null>(null);
  useEffect(() => {
    if (src === '' || userId === 0) return;
    let isCancelled = false;
    void getCachedPicture(userId, src).then((value) => {
      if (!isCancelled && value !== null) setStoredCopy({ src, value });
    });
    return () => {
      isCancelled = true;
    };
  }, [userId, src]);
  if (src === '') return undefined;
  return storedCopy?.src === src ? storedCopy.value : src;
}

/** Shows a decorative picture, with an empty `alt`. `instead` is shown if there is no picture or it cannot be loaded. */
export function CachedPicture({ src, className, instead }: { src: string; className: string; instead: ReactNode }) {
  const pictureSrc = useCachedPicture(src);
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null);
  if (pictureSrc === undefined || brokenSrc === pictureSrc) return instead;
  return <img src={pictureSrc} alt="" className={className} onError={() => setBrokenSrc(pictureSrc)} />;
}
