/** Allowed types of a person's picture; the page scales a picture down before the upload. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type PictureType = (typeof pictureTypes)[number]

/** The most that a picture may weigh, in bytes. */
export const pictureBytes = 128 * 1024

/** Its width and height, in px. */
export const pictureSide = 192
