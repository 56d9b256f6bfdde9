import { expect, test } from 'vitest'
import { sealOf } from '#platform/server/seal.ts'

const seal = sealOf('a secret of 32 characters or more', 'totp')

test('what is sealed comes back, never looks the same twice, and shows nothing of the text', () => {
  const [first, second] = [seal.close('a', 'JBSWY3DP'), seal.close('a', 'JBSWY3DP')]
  expect(seal.open('a', first)).toBe('JBSWY3DP')
  expect(first.equals(second)).toBe(false)
  expect(first.toString('latin1')).not.toContain('JBSWY3DP')
})

test('it opens at no other place, with no other secret, for no other use, and not when one bit differs', () => {
  const sealed = seal.close('a', 'JBSWY3DP')
  expect(() => seal.open('b', sealed)).toThrow()
  expect(() => sealOf('another secret of 32 characters', 'totp').open('a', sealed)).toThrow()
  expect(() => sealOf('a secret of 32 characters or more', 'other').open('a', sealed)).toThrow()
  for (const at of [0, 12, sealed.length - 1]) {
    const changed = Buffer.from(sealed)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(() => seal.open('a', changed)).toThrow()
  }
})

test('with the secret before the present one it opens what that closed, and closes it anew', () => {
  const rotated = sealOf('the next secret of 32 characters', 'totp', 'a secret of 32 characters or more')
  const former = seal.close('a', 'JBSWY3DP')
  expect(rotated.open('a', former)).toBe('JBSWY3DP')
  expect(() => rotated.open('b', former)).toThrow()
  const renewed = rotated.renewed('a', former)
  const alone = sealOf('the next secret of 32 characters', 'totp')
  expect(renewed && alone.open('a', renewed)).toBe('JBSWY3DP')
  expect(renewed && rotated.renewed('a', renewed)).toBeUndefined()
  expect(() => alone.renewed('a', former)).toThrow()
})
