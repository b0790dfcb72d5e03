/** Tells by its extension whether a browser shows a file as a picture. */
export const isPictureName = (name: string): boolean => /\.(jpe?g|png|gif|webp)$/i.test(name);
