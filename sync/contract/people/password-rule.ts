/** Weaknesses of a chosen password. The server refuses such passwords; the form shows the weaknesses during input. */
export type PasswordProblem = 'short' | 'long' | 'plain' | 'likeName' | 'common';

export const passwordLength = { min: 8, max: 64 } as const;

/** Common passwords that pass all other rules. */
const common = new Set(
  'password1 password12 password123 passw0rd qwerty12 qwerty123 qwer1234 abcd1234 abc12345 abc123456 a1234567 a12345678 a123456789 aa123456 aa12345678 1qaz2wsx 1q2w3e4r admin123 admin1234 admin888 woaini1314 woaini520 zxcvbnm1 asdf1234 iloveyou1'.split(
    ' ',
  ),
);

/** Lists the weaknesses of a password; empty if it is accepted. Compares it with the login name too. */
export function listPasswordProblems(password: string, loginName: string): PasswordProblem[] {
  const lower = password.toLowerCase();
  const name = loginName.trim().toLowerCase();
  const problems: PasswordProblem[] = [];
  if (password.length < passwordLength.min) problems.push('short');
  if (password.length > passwordLength.max) problems.push('long');
  // Require two kinds of characters: digits alone are often a birthday or a phone number.
  const kinds = [/\p{L}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u].filter((kind) => kind.test(password));
  if (kinds.length < 2) problems.push('plain');
  if (name.length >= 3 && lower.includes(name)) problems.push('likeName');
  if (common.has(lower)) problems.push('common');
  return problems;
}
