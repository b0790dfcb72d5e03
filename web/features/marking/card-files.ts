/** Tells whether a file is a PDF, which is split into pages. */
export const isPdf = ({ name, type }: File): boolean => type === 'application/pdf' || name.toLowerCase().endsWith('.pdf');

/** Tells whether a file is uploaded as a picture. A HEIC photo is sent too: the server refuses it and explains how to save it as a JPEG. */
export const isPicture = ({ name, type }: File): boolean =>
  /^image\/(png|jpeg|hei[cf])$/.test(type) || /\.(png|jpe?g|hei[cf])$/i.test(name);

/** Returns the key of the text that says why a file was not read to its end. `drawn`: number of pages that were drawn before the failure. */
export function findPdfProblem(error: unknown, file: File, drawn: number): 'fileEmpty' | 'pdfPassword' | 'pdfBroken' | 'pdfDamaged' {
  if (file.size === 0) return 'fileEmpty';
  if (error instanceof Error && error.name === 'PasswordException') return 'pdfPassword';
  return drawn > 0 ? 'pdfBroken' : 'pdfDamaged';
}
