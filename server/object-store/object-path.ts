/** Returns the path of an object below its folder or bucket. The first two letters of the name spread the objects over 256 folders. */
export const getObjectPath = (name: string): string => `${name.slice(0, 2)}/${name}`;
