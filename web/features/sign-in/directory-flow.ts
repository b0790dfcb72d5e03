/** A sign-in at a directory's page that has begun in this tab. */
interface DirectoryFlow {
  /** Sealed note of the server, sent back with the directory's answer. Only this tab has it, so an answer of another person's is useless here. */
  readonly flow: string;
  /** Path of the sign-in page, to return to if it fails. */
  readonly signIn: string;
  /** Page that was asked for before the sign-in; null if none was. */
  readonly redirect: string | null;
}

const key = 'wenkao.directory';

export const writeDirectoryFlow = (flow: DirectoryFlow): void => sessionStorage.setItem(key, JSON.stringify(flow));

/** Takes the flow out of the tab's storage: its answer is used once. Null if no flow has begun here. */
export function takeDirectoryFlow(): DirectoryFlow | null {
  const text = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return text === null ? null : (JSON.parse(text) as DirectoryFlow);
}
