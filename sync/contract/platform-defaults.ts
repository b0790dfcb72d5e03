/** Plain values, for pages that should not wait for the schemas. */

export const defaultPlatformTitle = '云教育平台';
export const defaultPlatformVersion = 'v4.0.08';
