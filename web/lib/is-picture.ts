/** By its name: what a browser shows as a picture. */
export const isPicture = (name: string): boolean => /\.(jpe?g|png|gif|webp)$/i.test(name);
