/** Columns: name, weight, missing weight, ratio, and the number of points of each importance. */
export const outlineColumns = 'grid grid-cols-[minmax(0,1fr)_4.5rem_4.5rem_6rem_4rem_4rem_4rem]';
