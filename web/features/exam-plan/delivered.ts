/** Handed in, and all of it is here, photos and files on its answers too. */
export const isDelivered = ({ complete, missingFiles }: { readonly complete: boolean; readonly missingFiles: number }): boolean =>
  complete && missingFiles === 0;
