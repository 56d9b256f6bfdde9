import { fault } from '#faults/fault.ts'

/**
 * Content that ends with a refusal where it has more bytes than it may; `told` is the size that its sender names. Fault:
 * `request.tooLarge`.
 */
export function sized(
  content: string | AsyncIterable<Uint8Array>,
  max: number,
  told: number,
): string | AsyncIterable<Uint8Array> {
  if (told > max) throw tooLarge(max)
  if (typeof content !== 'string') return counted(content, max)
  if (bytesOf(content) > max) throw tooLarge(max)
  return content
}

async function* counted(content: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of content) {
    size += chunk.length
    if (size > max) throw tooLarge(max)
    yield chunk
  }
}

/** The length of a text in UTF-8. */
function bytesOf(text: string): number {
  let size = 0
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    size += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
  }
  return size
}

const kibi = 1024

function tooLarge(max: number) {
  const mebi = kibi * kibi
  const text =
    max >= mebi ? `${Math.floor(max / mebi)} MiB` : max >= kibi ? `${Math.floor(max / kibi)} KiB` : `${max} B`
  return fault('request.tooLarge', { max: text })
}
