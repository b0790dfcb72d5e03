// Constants without schemas, for pages that should not load the schema library.

export const defaultPlatformTitle = '云教育平台';
/** Largest size and duration of one courseware file. */
export const defaultCoursewareLimits = { sizeMb: 2048, minutes: 600 } as const;
export const defaultPlatformVersion = 'v4.0.08';
