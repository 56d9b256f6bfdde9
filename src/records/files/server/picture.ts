import { shownPictureTypes } from '#attributes/files.ts'

export type Thumbnailed = { readonly width: number; readonly height: number; readonly thumbnail: Uint8Array }

/** Longer edges of the small picture, in pixels: twice what lists show, for fine screens. */
const thumbnailEdge = 320
/** More pixels than any camera has are meant to exhaust us. */
const mostPixels = 100_000_000

/**
 * Size and small form of a picture, turned as it was taken and without what its maker said of place and camera; undefined
 * where it is none that browsers show, or is broken.
 */
export async function pictureOf(file: string, type: string): Promise<Thumbnailed | undefined> {
  if (!shownPictureTypes.includes(type) && type !== 'image/apng') return undefined
  const { default: sharp } = await import('sharp')
  try {
    const { data, info } = await sharp(file, { limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({ width: thumbnailEdge, height: thumbnailEdge, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toBuffer({ resolveWithObject: true })
    const { width, height, autoOrient } = await sharp(file, { limitInputPixels: mostPixels }).metadata()
    return {
      width: autoOrient?.width ?? width ?? info.width,
      height: autoOrient?.height ?? height ?? info.height,
      thumbnail: data,
    }
  } catch {
    return undefined
  }
}
