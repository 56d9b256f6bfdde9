import { describe, expect, test } from 'vitest'
import { codeAt, stepOf, stepOfCode, toBase32 } from '#accounts/server/factors/totpCode.ts'

describe('codes of authenticator apps', () => {
  const secret = Buffer.from('12345678901234567890')

  test.each([
    [59, '287082'],
    [1111111109, '081804'],
    [1234567890, '005924'],
    [20000000000, '353130'],
  ])('at %i s as in RFC 6238: %s', (seconds, code) => {
    expect(codeAt(secret, stepOf(new Date(seconds * 1000)))).toBe(code)
  })

  test('one step to either side is accepted, once', () => {
    const now = new Date(1_234_567_890_000)
    const step = stepOf(now)
    expect(stepOfCode(secret, codeAt(secret, step - 1), now, 0)).toBe(step - 1)
    expect(stepOfCode(secret, codeAt(secret, step + 1), now, 0)).toBe(step + 1)
    expect(stepOfCode(secret, codeAt(secret, step - 2), now, 0)).toBeUndefined()
    expect(stepOfCode(secret, codeAt(secret, step), now, step)).toBeUndefined()
  })

  test('the secret is written as RFC 4648 has it', () => {
    expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  })
})
