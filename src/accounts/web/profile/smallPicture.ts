import { pictureSide } from '#accounts/picture.ts'

/** The middle of a picture as a small square, without what a camera writes beside it. Rejects what is no picture. */
export async function smallPicture(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = pictureSide
  const left = (picture.width - side) / 2
  const top = (picture.height - side) / 2
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, pictureSide, pictureSide)
  picture.close()
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made ? resolve(made) : reject(new Error('no picture'))), 'image/webp', 0.85),
  )
}
