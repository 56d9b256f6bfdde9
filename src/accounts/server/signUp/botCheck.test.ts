import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { codeOf, openIdentityHouse } from '../../../../test/support/identity.ts'
import { person, post, type House } from '../../../../test/support/people.ts'

let house: House
beforeAll(async () => {
  house = await openIdentityHouse('bots', { bots: true })
})
afterAll(() => house.close())

async function solved(change: (challenge: Challenge) => Challenge = (challenge) => challenge) {
  const answer = await house.app.inject({ url: '/api/auth/security/v1/challenge' })
  const challenge = change(answer.json<{ challenge: Challenge }>().challenge)
  const solution = await solveChallenge({ challenge, deriveKey })
  return { 'x-bot-check': Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}

const signUp = (email: string, headers = {}) => post(house, '/auth/security/v1/signup', { ...person, email }, headers)

test('[R489] a sign-up needs a solved challenge, each good for one', async () => {
  const bare = await signUp('bot@example.org')
  expect([bare.statusCode, codeOf(bare)]).toEqual([428, 'identity.botCheck'])
  const proof = await solved()
  expect((await signUp('one@example.org', proof)).statusCode).toBe(202)
  expect(codeOf(await signUp('two@example.org', proof))).toBe('identity.botCheck')
})

test('a challenge that was made easier, nonsense, and none are refused; a form with mistakes uses none up', async () => {
  const easier = await solved((challenge) => ({ ...challenge, parameters: { ...challenge.parameters, cost: 1 } }))
  expect(codeOf(await signUp('easy@example.org', easier))).toBe('identity.botCheck')
  for (const nonsense of ['', 'e30=', 'null', 'x'.repeat(2000)])
    expect(codeOf(await signUp('none@example.org', { 'x-bot-check': nonsense }))).toBe('identity.botCheck')
  const proof = await solved()
  const mistaken = await post(house, '/auth/security/v1/signup', { ...person, email: 'no' }, proof)
  expect(mistaken.statusCode).toBe(422)
  expect((await signUp('again@example.org', proof)).statusCode).toBe(202)
})

test('a reset needs one always, a sign-in after the second failure', async () => {
  expect(codeOf(await post(house, '/auth/security/v1/reset', { email: 'a@example.org' }))).toBe('identity.botCheck')
  const enter = (headers = {}) =>
    post(house, '/auth/security/v1/signin', { email: 'tired@example.org', password: 'Wrong1' }, headers)
  expect([codeOf(await enter()), codeOf(await enter())]).toEqual(['session.credentials', 'session.credentials'])
  expect(codeOf(await enter())).toBe('identity.botCheck')
  expect(codeOf(await enter(await solved()))).toBe('session.credentials')
})

test('so does whatever else makes an account, has a mail sent or takes a password from a stranger', async () => {
  const ticket = 'x'.repeat(43)
  const bodies = {
    '/resend': { email: 'one@example.org', ticket },
    '/external/code': { ticket },
    '/external/signup': { ticket, firstname: 'A', lastname: 'B', terms: true },
    '/external/link': { ticket, password: 'Otter7Bay' },
  }
  for (const [path, body] of Object.entries(bodies)) {
    const bare = await post(house, `/auth/security/v1${path}`, body)
    expect([path, bare.statusCode, codeOf(bare)]).toEqual([path, 428, 'identity.botCheck'])
  }
  const proved = await post(house, '/auth/security/v1/external/link', bodies['/external/link'], await solved())
  expect(codeOf(proved)).toBe('identity.stepExpired')
})
