import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openIdentityHouse } from '../../../../test/support/identity.ts'
import { post, signedIn, type House } from '../../../../test/support/people.ts'

type Headers = Record<string, string>
let house: House

beforeAll(async () => {
  house = await openIdentityHouse('pictures')
})
afterAll(() => house.close())

const get = (url: string, headers: Headers) => house.app.inject({ url: `/api${url}`, headers })
const remove = (headers: Headers) => house.app.inject({ method: 'DELETE', url: '/api/user/v1/me/picture', headers })

describe('pictures', () => {
  const boundary = 'x'
  const send = (headers: Headers, bytes: Buffer, name = 'me.png') =>
    house.app.inject({
      method: 'POST',
      url: '/api/user/v1/me/picture',
      headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      payload: Buffer.concat([
        Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="picture"; filename="${name}"\r\ncontent-type: image/png\r\n\r\n`,
        ),
        bytes,
        Buffer.from(`\r\n--${boundary}--\r\n`),
      ]),
    })
  const png = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(40)])

  test('are what their bytes say, small, and served so that nothing in them runs', async () => {
    const headers = await signedIn(house, 'face@example.org')
    const { id } = (await get('/user/v1/me', headers)).json<{ id: string }>()
    const kept = await send(headers, png, '../../x.html')
    expect(kept.json()).toMatchObject({ picture: expect.any(String) })
    const shown = await get(`/user/v1/${id}/picture`, headers)
    expect([shown.statusCode, shown.headers['content-type'], shown.rawPayload.equals(png)]).toEqual([
      200,
      'image/png',
      true,
    ])
    expect(shown.headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    for (const bytes of [svg, Buffer.from('<html>'), Buffer.alloc(0), Buffer.concat([png, Buffer.alloc(128 * 1024)])])
      expect((await send(headers, bytes)).json()).toMatchObject({
        error: { details: [{ code: 'validation.picture' }] },
      })
    const posing = { files: { picture: { filepath: '/etc/passwd' } } }
    expect((await post(house, '/user/v1/me/picture', posing, headers)).statusCode).toBe(415)
    expect((await remove(headers)).json()).toMatchObject({ picture: null })
    expect((await get(`/user/v1/${id}/picture`, headers)).statusCode).toBe(404)
  })
})
