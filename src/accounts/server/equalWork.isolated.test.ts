import type * as Argon from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { entranceOf } from '../../../test/support/entrance.ts'
import { openHouse, post, signedIn, type House } from '../../../test/support/people.ts'

// Counts how often a password is hashed or compared: the work by which a known address could be told from an unknown one.
// The functions stay the real ones.
const work = vi.hoisted(() => ({ hashes: 0 }))
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof Argon>()
  return {
    hash: (...args: Parameters<typeof real.hash>) => (work.hashes++, real.hash(...args)),
    verify: (...args: Parameters<typeof real.verify>) => (work.hashes++, real.verify(...args)),
  }
})

let house: House
beforeAll(async () => {
  house = await openHouse('sign_in_work')
})
afterAll(() => house.close())
const { signIn, signUp, forgetThrottle } = entranceOf(() => house)

test('sign-in does the same work for a known address, an unknown one, a disabled one and one without a password', async () => {
  await signedIn(house, 'work@example.org')
  await signedIn(house, 'off@example.org')
  await signedIn(house, 'social@example.org')
  await house.database.execute({ text: `update lintel."user" set status = 'inactive' where email = 'off@example.org'` })
  await house.database.execute({
    text: `update lintel."user" set password_hash = null where email = 'social@example.org'`,
  })
  // The stand-in that is compared with when there is none is made once for the process.
  await signIn('nobody@example.org', 'Wrong1')
  const seen = []
  for (const email of ['work@example.org', 'nobody@example.org', 'off@example.org', 'social@example.org']) {
    await forgetThrottle()
    const [statements, hashes] = [house.statements(), work.hashes]
    const { statusCode, body } = await signIn(email, 'Wrong1')
    const { error } = JSON.parse(body) as { error: { code: string } }
    seen.push([statusCode, error.code, house.statements() - statements, work.hashes - hashes])
  }
  expect(seen).toEqual(Array(4).fill(seen[0]))
  expect(seen[0]?.[3]).toBe(1)
})

test('asked for a new password, an unknown, a disabled and an unverified address get the same answer after the same statements, and no mail', async () => {
  await signedIn(house, 'known@example.org')
  await signedIn(house, 'disabled@example.org')
  await house.database.execute({
    text: `update lintel."user" set status = 'inactive' where email = 'disabled@example.org'`,
  })
  await signUp({ email: 'waiting@example.org' })
  const mailsTo = (email: string) => house.mailbox.mails().filter(({ to }) => to === email)
  const seen = []
  for (const email of ['known@example.org', 'disabled@example.org', 'waiting@example.org', 'nobody@example.org']) {
    await forgetThrottle()
    const [before, hashes, mails] = [house.statements(), work.hashes, mailsTo(email).length]
    const answer = await post(house, '/auth/security/v1/reset', { email })
    seen.push([answer.statusCode, answer.body, house.statements() - before, work.hashes - hashes])
    if (email !== 'known@example.org') expect(mailsTo(email)).toHaveLength(mails)
  }
  expect(new Set(seen.map((one) => JSON.stringify(one))).size).toBe(1)
})
