import { useLocation, useSearchParams } from 'react-router-dom';

/** Changes the address's parameters. `replace`: add no entry to the browser history. */
export type ChangeAddressParams = (change: (before: URLSearchParams) => URLSearchParams, replace: boolean) => void;

/**
 * Returns the address's parameters and a function that changes some parameters. A change starts from the current address, not from the last
 * render: on a slow PC or from a timer, the page may be one change behind and would undo that change. A page that is being left changes nothing.
 */
export function useAddressParams(): readonly [URLSearchParams, ChangeAddressParams] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const put: ChangeAddressParams = (change, replace) => {
    const address = globalThis.location;
    if (address.pathname !== pathname) return;
    setParams(change(new URLSearchParams(address.search)), { replace, preventScrollReset: true });
  };
  return [params, put];
}
