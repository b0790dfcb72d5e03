import { useEffect, useState } from 'react';

/** The address of WebVTT for a film's track; '' until there is one. A film without captions has an empty track, which readers of screens know. */
export function useCaptions(captions: string): string {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([captions === '' ? 'WEBVTT' : captions], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [captions]);
  return address;
}
