import { useEffect, useState } from 'react';

/** Returns the object URL of a film's WebVTT track; '' until it exists. A film without captions gets an empty track. */
export function useCaptions(captions: string): string {
  const [address, setAddress] = useState('');
  useEffect(() => {
    const made = URL.createObjectURL(new Blob([captions === '' ? 'WEBVTT' : captions], { type: 'text/vtt' }));
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [captions]);
  return address;
}
