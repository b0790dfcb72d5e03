/** A sign-in through the school's directory server or learning platform. It began in this tab and continues on a page of that other system. */
interface DirectoryFlow {
  /**
   * State of the sign-in, encrypted by our server and sent back to it with the other system's answer. Only this tab has it, so the answer to another
   * person's sign-in is useless here.
   */
  readonly flow: string;
  /** Path of the sign-in page, to return to if it fails. */
  readonly signIn: string;
  /** Page that the user wanted to open before the sign-in; null if there was none. */
  readonly redirect: string | null;
}

const key = 'wenkao.directory';

export const writeDirectoryFlow = (flow: DirectoryFlow): void => sessionStorage.setItem(key, JSON.stringify(flow));

/** Takes the sign-in out of the tab's storage: the other system's answer to it can be used only once. Null if none has begun in this tab. */
export function takeDirectoryFlow(): DirectoryFlow | null {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text === null ? null : (JSON.parse(text) as DirectoryFlow);
}
