export interface TypedKeys {
  readonly letters: boolean;
  readonly digits: boolean;
  readonly chinese: boolean;
}

/** Records which kinds of characters have been typed so far in the keyboard test; a kind once typed stays recorded. */
export const recordTypedKeys = (before: TypedKeys, text: string): TypedKeys => ({
  letters: before.letters || /[a-z]/i.test(text),
  digits: before.digits || /[0-9]/.test(text),
  chinese: before.chinese || /\p{Script=Han}/u.test(text),
});
