import type { UserType } from '../../sync/contract/roles.ts';

/** Sign-in data of the demo schools, which the sign-in page offers as buttons. */
export interface DemoSignIn {
  /** Website codes of the demo schools. */
  readonly websites: string[];
  /** One account of each user type; the names are the same in every demo school. */
  readonly accounts: { loginName: string; userType: UserType }[];
  /** Published password; null if each account has a random one. */
  readonly password: string | null;
}

/** Functions that only a server with the demo data offers. */
export interface DemoPort {
  readonly signIn: DemoSignIn;
  /**
   * Starts an exam in a room of the demo school and lets simulated examinees answer it; an exam that runs already is returned. Resolves
   * with null if the school has no such room, or no room is free.
   */
  startExam(schoolId: number): Promise<{ planId: number; roomId: number } | null>;
}
