import { useMemo } from 'react';
import { useObjectUrl } from './use-object-url.ts';

/** Returns the object URL of a film's WebVTT track; '' until it exists. A film without captions gets an empty track. */
export const useCaptions = (captions: string): string =>
  useObjectUrl(useMemo(() => new Blob([captions === '' ? 'WEBVTT' : captions], { type: 'text/vtt' }), [captions]));
