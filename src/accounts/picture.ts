/** What a person's picture may be; a page makes it small before it sends it. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** The most that a picture may weigh, in bytes. */
export const pictureBytes = 128 * 1024

/** Its width and height, in px. */
export const pictureSide = 192
