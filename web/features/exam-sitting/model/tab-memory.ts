/** State of the tab that may be lost without harm: the current question, and the options that the examinee struck out. */
export interface TabMemory {
  readonly number: number;
  readonly struck: Readonly<Record<string, readonly string[]>>;
}

const keyOf = (attemptId: string): string => `wenkao.sitting.${attemptId}`;
const empty: TabMemory = { number: 1, struck: {} };

/** Reads the tab's state of an attempt; the initial state if there is none or it is damaged. */
export function readTabMemory(attemptId: string): TabMemory {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(keyOf(attemptId)) ?? 'null');
    return typeof found === 'object' && found !== null ? { ...empty, ...found } : empty;
  } catch {
    return empty;
  }
}

/** Stores the tab's state of an attempt, if session storage has space. */
export function writeTabMemory(attemptId: string, memory: TabMemory): void {
  try {
    sessionStorage.setItem(keyOf(attemptId), JSON.stringify(memory));
  } catch {
    // Storage is full. Answers have priority and report their own failures.
  }
}
