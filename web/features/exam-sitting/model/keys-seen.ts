export interface KeysSeen {
  readonly letters: boolean;
  readonly digits: boolean;
  readonly chinese: boolean;
}

/** What of the keyboard has shown itself in what was typed so far; what was seen once stays seen. */
export const keysSeen = (before: KeysSeen, text: string): KeysSeen => ({
  letters: before.letters || /[a-z]/i.test(text),
  digits: before.digits || /[0-9]/.test(text),
  chinese: before.chinese || /\p{Script=Han}/u.test(text),
});
