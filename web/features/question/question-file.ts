/** What the call takes at most (contract: 8 000 000 characters). */
export const maxCharacters = 8_000_000;

export interface QuestionFile {
  readonly name: string;
  readonly text: string;
  readonly encoding: 'utf-8' | 'gb18030';
}

/** Reads a text file; one that is not UTF-8 is taken for GB18030, what Chinese Windows writes. */
export async function readQuestionFile(file: File): Promise<QuestionFile> {
  const bytes = await file.arrayBuffer();
  try {
    return { name: file.name, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' };
  } catch {
    return { name: file.name, text: new TextDecoder('gb18030').decode(bytes), encoding: 'gb18030' };
  }
}

/** "gaokao-physics.jsonl" → "gaokao-physics". */
export const categoryOf = (fileName: string): string => fileName.replace(/\.[A-Za-z0-9]{1,6}$/, '').slice(0, 60);
