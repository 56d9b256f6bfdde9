import { person, post, type House } from './people.ts'

/** The calls by which people come into a house; `house` is asked at each call, as it opens only before the tests. */
export function entranceOf(house: () => House) {
  return {
    signUp: (change: object = {}, headers = {}) =>
      post(house(), '/auth/security/v1/signup', { ...person, ...change }, headers),
    signIn: (email: string, password = person.password) =>
      post(house(), '/auth/security/v1/signin', { email, password, method: 'jwt' }),
    verify: (email: string, code: string, proof: object = { password: person.password }) =>
      post(house(), '/auth/security/v1/verify', { email, code, ...proof, method: 'jwt' }),
    /** The status of the account of an address; undefined without one. */
    async statusOf(email: string): Promise<string | undefined> {
      const text = 'select status from lintel."user" where email = $1'
      const [user] = await house().database.query<{ status: string }>({ text, values: [email] })
      return user?.status
    },
    /** Nobody has tried anything yet. */
    forgetThrottle: () => house().database.execute({ text: 'delete from lintel.rate_limit' }),
  }
}

/** What a sign-up answered for its own verification. */
export function ticketOf(answer: { readonly body: string }): { ticket: string } {
  return { ticket: (JSON.parse(answer.body) as { ticket: string }).ticket }
}
