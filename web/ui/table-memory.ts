import { createContext, useContext, useState } from 'react';
import type { ColumnChoice } from './table-columns.ts';

/** Whose columns and drafts these are: two people on one PC each keep their own. The frame of all pages provides it. */
export const MemoryOwner = createContext('');

const keyOf = (owner: string, table: string): string => `wenkao.columns.${owner}.${table}`;

function stored(key: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as ColumnChoice) : {};
  } catch {
    return {};
  }
}

/** The person's columns of a table, remembered on this PC. A full disk forgets them; that is no error. */
export function useColumnChoice(table: string): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const key = keyOf(useContext(MemoryOwner), table);
  const [choice, setChoice] = useState(() => stored(key));
  const put = (next: ColumnChoice) => {
    setChoice(next);
    try {
      if (Object.keys(next).length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // Shown now, gone after a reload.
    }
  };
  return [choice, put];
}
