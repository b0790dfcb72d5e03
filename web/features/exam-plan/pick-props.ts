/** What each way of choosing examinees is given. */
export interface PickProps {
  chosen: readonly number[];
  /** Takes people in, or out; whoever stays keeps their place. */
  put: (ids: readonly number[], on: boolean) => void;
}
