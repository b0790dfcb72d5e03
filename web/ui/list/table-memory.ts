import { createContext, useContext, useState } from 'react';
import { MemoryOwnerContext } from '../memory-owner-context.ts';
import type { ColumnChoice } from './columns.tsx';

const buildStorageKey = (owner: string, table: string): string => `wenkao.columns.${owner}.${table}`;

function readColumnChoice(key: string): ColumnChoice {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? (value as ColumnChoice) : {};
  } catch {
    return {};
  }
}

/** Returns the user's column choice for a table, remembered on this PC. If it cannot be stored, it is lost on reload, without an error. */
export function useColumnChoice(table: string): readonly [ColumnChoice, (choice: ColumnChoice) => void] {
  const key = buildStorageKey(useContext(MemoryOwnerContext), table);
  const [choice, setChoice] = useState(() => readColumnChoice(key));
  const storeChoice = (next: ColumnChoice) => {
    setChoice(next);
    try {
      if (Object.keys(next).length === 0) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // The choice was not stored; it applies until the page is reloaded.
    }
  };
  return [choice, storeChoice];
}

/** True if the user chose small tables and forms in the navbar. */
export const CompactModeContext = createContext(false);
