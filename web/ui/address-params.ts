import { useLocation, useSearchParams } from 'react-router-dom';

/** New parameters from the old ones; `replace` leaves no step in the history. */
export type PutParams = (change: (before: URLSearchParams) => URLSearchParams, replace: boolean) => void;

/**
 * The address's parameters, and a way to change some of them. A change begins with what the address is, not with what this page last
 * showed of it: on a slow PC, or from a timer, the page may be a change behind, and would take that change back. A page that is being
 * left changes nothing any more.
 */
export function useAddressParams(): readonly [URLSearchParams, PutParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const put: PutParams = (change, replace) => {
    const address = globalThis.location;
    if (address.pathname !== pathname) return;
    setParams(change(new URLSearchParams(address.search)), { replace, preventScrollReset: true });
  };
  return [params, put];
}
