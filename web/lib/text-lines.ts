/** Lists the lines of a text without outer spaces; empty lines are left out. */
export const listTextLines = (text: string): string[] => text.split('\n').flatMap((line) => line.trim() || []);
