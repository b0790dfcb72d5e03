/** Tells by its extension whether a browser shows a file as a picture. */
export const isPicture = (name: string): boolean => /\.(jpe?g|png|gif|webp)$/i.test(name);
