import { type ComponentType, lazy } from 'react';

const Nothing = (): null => null;

/** Loads an optional component lazily. If its chunk cannot be loaded, it renders nothing and the page works without it. */
export const lazyOptional = <P extends object>(load: () => Promise<ComponentType<P>>) =>
  lazy(async () => ({ default: await load().catch((): ComponentType<P> => Nothing) }));
