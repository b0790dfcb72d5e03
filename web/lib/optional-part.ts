import { type ComponentType, lazy } from 'react';

const Nothing = (): null => null;

/** A part of a page that the page does without: where its program can't be fetched, nothing stands there, and the page does. */
export const optionalPart = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => Nothing) }));
