import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openServiceOn, refusalOf, type TestService } from '../support/odataServiceTest.ts'

let service: TestService
const send: TestService['send'] = (...request) => service.send(...request)
const photo = 'products(00000000-0000-7000-8100-000000000002)/photo'
const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0xff, 0xfe])
const png = { 'content-type': 'image/png' }

beforeAll(async () => {
  service = await openServiceOn('odatawritesmedia')
})
afterAll(() => service?.close())

describe('a media stream', () => {
  test('is set, read as it is, read only once by who knows it, and emptied', async () => {
    expect((await send('GET', photo)).status).toBe(204)
    const set = await send('PUT', photo, picture, png)
    expect([set.status, set.text]).toEqual([204, ''])
    const etag = set.headers['etag'] ?? ''
    for (const address of [photo, `${photo}/$value`, "products(code='saw')/photo"]) {
      const read = await send('GET', address)
      expect([read.status, read.headers['content-type'], read.headers['etag']]).toEqual([200, 'image/png', etag])
      expect([...read.bytes]).toEqual([...picture])
      expect(read.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'content-disposition': 'attachment' })
    }
    expect((await send('GET', photo, undefined, { 'if-none-match': etag })).status).toBe(304)
    expect((await send('HEAD', photo)).text).toBe('')
    expect((await send('GET', photo, undefined, { accept: 'image/*' })).status).toBe(200)
    expect((await send('GET', photo, undefined, { accept: 'text/html' })).status).toBe(406)
    expect((await send('DELETE', `${photo}/$value`)).status).toBe(204)
    expect((await send('GET', photo)).status).toBe(204)
  })

  test('is told of by its row: what it is, in which version, where', async () => {
    await send('PUT', photo, picture, png)
    const { body } = await send('GET', "products(code='saw')?$select=code,photo")
    expect(body).toMatchObject({
      code: 'saw',
      'photo@odata.mediaContentType': 'image/png',
      'photo@odata.mediaEtag': expect.stringMatching(/^"\w+"$/) as string,
      'photo@odata.mediaReadLink': photo,
    })
    expect(body).not.toHaveProperty('photo')
    const [, empty] = (await send('GET', 'products?$orderby=code desc&$select=photo')).value
    expect(empty).toMatchObject({ 'photo@odata.mediaContentType': null, 'photo@odata.mediaReadLink': null })
    const written = await send('PATCH', "products(code='saw')", { name: 'Saw' })
    expect(written.body).toMatchObject({ 'photo@odata.mediaContentType': 'image/png' })
    const bare = await send('GET', "products(code='saw')?$format=application/json;odata.metadata=none")
    expect(Object.keys(bare.body).filter((name) => name.includes('@'))).toEqual([])
    await send('DELETE', photo)
  })

  test('changes only on the version that was read, where one is named', async () => {
    const first = await send('PUT', photo, picture, { ...png, 'if-none-match': '*' })
    expect(first.status).toBe(204)
    const again = await send('PUT', photo, picture, { ...png, 'if-none-match': '*' })
    expect(refusalOf(again)).toEqual([412, 'record.exists', undefined])
    const late = await send('DELETE', photo, undefined, { 'if-match': '"other"' })
    expect(refusalOf(late)).toEqual([412, 'record.stale', undefined])
    const text = await send('PUT', photo, 'teksts ā', {
      'content-type': 'text/plain',
      'if-match': first.headers['etag'],
    })
    expect(text.status).toBe(204)
    expect((await send('GET', photo)).text).toBe('teksts ā')
    expect((await send('DELETE', photo, undefined, { 'if-match': text.headers['etag'] })).status).toBe(204)
  })

  test.each([
    ['a type that is not allowed', 'PUT', photo, picture, { 'content-type': 'application/pdf' }, 415],
    ['no type', 'PUT', photo, picture, {}, 415],
    ['too many bytes', 'PUT', photo, new Uint8Array(2049), png, 413],
    ['a text of too many bytes', 'PUT', photo, 'ā'.repeat(1025), { 'content-type': 'text/plain' }, 413],
    ['a size that is too large', 'PUT', photo, picture, { ...png, 'content-length': '9999' }, 413],
    ['another method', 'PATCH', photo, picture, png, 405],
    ['a stream of no row', 'PUT', photo.replace('0002', '0009'), picture, png, 404],
    ['content within the row', 'PATCH', photo.replace('/photo', ''), { photo: 'x' }, {}, 422],
  ])('%s is refused, and nothing is kept', async (_name, method, address, body, headers, status) => {
    expect((await send(method, address, body, headers)).status).toBe(status)
    expect((await send('GET', photo)).status).toBe(204)
  })
})
