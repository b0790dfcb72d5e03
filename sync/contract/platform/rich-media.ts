// Recordings and films in rich text. This is not in rich-text.ts, so that the exam page does not load it: in a sealed paper, spans replace them.

/** Elements of recordings and films, in the stem and the material of a question only. */
export const mediaTags = ['audio', 'video'] as const;

/** Allowed attributes by element. `data-plays` is the play limit (`playLimit`). */
export const mediaAttributes = { audio: ['src', 'data-plays'], video: ['src', 'data-plays'] } as const;

/** Allowed sources (`src`) of recordings and films: only uploaded files. */
export const mediaSource = /^\/uploads\/[0-9a-f]{32}\.(?:mp3|m4a|ogg|wav|mp4|webm)$/;

/** Largest recording or film of a question, in bytes. It travels with the paper to every PC of the room. */
export const maxQuestionMediaBytes = 8 * 1024 * 1024;

/** Highest number of plays to which a recording can be limited. */
export const maxPlayLimit = 9;

/** Maximum number of recordings in a paper, and so of recordings in an attempt whose plays are counted. */
export const maxPlayFiles = 200;
