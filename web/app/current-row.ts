import { useMatches } from 'react-router-dom';
import type { RouteRow } from './routes.ts';

/** The row of the page that is shown. */
export const useCurrentRow = (): RouteRow | undefined =>
  useMatches().findLast((match) => match.handle !== undefined)?.handle as RouteRow | undefined;
