import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { keptPicture } from './picture-cache.ts';
import { sessionUserAtom } from './session-atoms.ts';

/** A picture beside what is kept for its reader: kept with it, sealed, and the same without a network. Undefined: there is none. */
export function useKeptPicture(src: string): string | undefined {
  const userId = useAtomValue(sessionUserAtom)?.id ?? 0;
  const [kept, setKept] = useState<{ readonly src: string; readonly value: string } | null>(null);
  useEffect(() => {
    if (src === '' || userId === 0) return;
    let left = false;
    void keptPicture(userId, src).then((value) => {
      if (!left && value !== null) setKept({ src, value });
    });
    return () => {
      left = true;
    };
  }, [userId, src]);
  if (src === '') return undefined;
  return kept?.src === src ? kept.value : src;
}

/** `instead`: where there is none, or it can't be had just now. It says nothing that stands nowhere else. */
export function KeptPicture({ src, className, instead }: { src: string; className: string; instead: ReactNode }) {
  const shown = useKeptPicture(src);
  const [broken, setBroken] = useState<string | null>(null);
  if (shown === undefined || broken === shown) return instead;
  return <img src={shown} alt="" className={className} onError={() => setBroken(shown)} />;
}
