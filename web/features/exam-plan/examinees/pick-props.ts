/** Props shared by all ways of choosing examinees. */
export interface PickProps {
  chosen: readonly number[];
  /** Adds (`on`) or removes examinees; the others stay in their order. */
  put: (ids: readonly number[], on: boolean) => void;
}
