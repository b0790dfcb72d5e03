/** Plain values, for pages that should not wait for the schemas. */

export const defaultPlatformTitle = '云教育平台';
/** Most of one file of courseware, and the longest one may be. */
export const defaultCourseware = { sizeMb: 2048, minutes: 600 } as const;
export const defaultPlatformVersion = 'v4.0.08';
