import { type RefObject, useInsertionEffect, useRef } from 'react';

/**
 * Holds a value of the newest render, for handlers and asynchronous code that outlive the render they were made in. Such code may set `current`
 * itself; the next render replaces it. Effects use `useEffectEvent` instead. Name the result `…Ref`, so that the lint rules know it as a ref.
 */
export function useLatest<T>(value: T): RefObject<T> {
  const ref = useRef(value);
  // An insertion effect runs before all other effects, which may read the value.
  useInsertionEffect(() => {
    ref.current = value;
  });
  return ref;
}
