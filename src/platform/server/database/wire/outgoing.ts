/** Messages to PostgreSQL (protocol 3, "Message Formats"), gathered in one buffer. */
export type Outgoing = {
  /** Parses a statement's text under a name and asks for the columns of its rows. */
  parse(name: string, text: string): void
  /** Runs the statement that was parsed under this name, as one transaction. */
  run(name: string, values: readonly (string | null)[]): void
  /** Closes the statement that was parsed under this name. */
  forget(name: string): void
  /** Returns the gathered messages for sending, and starts anew. */
  take(): Buffer
}

const [Parse, Describe, Bind, Execute, Close, Sync] = ['P', 'D', 'B', 'E', 'C', 'S'].map((letter) =>
  letter.charCodeAt(0),
)
const statementKind = 'S'.charCodeAt(0)

/** Initial size of the buffer, and the largest buffer that is retained, in bytes. */
const least = 8192
const mostKept = 1 << 20

export function createOutgoing(): Outgoing {
  let bytes = Buffer.allocUnsafeSlow(least)
  let end = 0

  function room(size: number): void {
    if (end + size <= bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(bytes.length * 2, end + size))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }
  function begin(type: number | undefined): number {
    room(5)
    bytes[end] = type ?? 0
    end += 5
    return end - 4
  }
  function finish(start: number): void {
    bytes.writeInt32BE(end - start, start)
  }
  function int16(value: number): void {
    room(2)
    end = bytes.writeInt16BE(value, end)
  }
  function cstring(text: string): void {
    room(text.length * 3 + 1)
    end += bytes.write(text, end)
    bytes[end++] = 0
  }
  function value(text: string | null): void {
    if (text === null) {
      room(4)
      end = bytes.writeInt32BE(-1, end)
      return
    }
    room(text.length * 3 + 4)
    const length = bytes.write(text, end + 4)
    bytes.writeInt32BE(length, end)
    end += 4 + length
  }

  return {
    parse(name, text) {
      const parse = begin(Parse)
      cstring(name)
      cstring(text)
      int16(0)
      finish(parse)
      const describe = begin(Describe)
      room(1)
      bytes[end++] = statementKind
      cstring(name)
      finish(describe)
    },
    run(name, values) {
      const bind = begin(Bind)
      cstring('')
      cstring(name)
      int16(0)
      int16(values.length)
      for (const each of values) value(each)
      int16(0)
      finish(bind)
      const execute = begin(Execute)
      cstring('')
      room(4)
      end = bytes.writeInt32BE(0, end)
      finish(execute)
      finish(begin(Sync))
    },
    forget(name) {
      const close = begin(Close)
      room(1)
      bytes[end++] = statementKind
      cstring(name)
      finish(close)
    },
    take() {
      const taken = Buffer.from(bytes.subarray(0, end))
      end = 0
      if (bytes.length > mostKept) bytes = Buffer.allocUnsafeSlow(least)
      return taken
    },
  }
}
