/** Question text: 18 px by default, in three sizes set by the player. */
export const stemLook = 'mb-5 max-w-[46em] text-[length:calc(var(--question-size)*1.05)] leading-[1.75]';
