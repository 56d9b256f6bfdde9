import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fromBase64url, toBase64url } from '#odata/serialize/base64url.ts'
import { contextUrl, listBody, oneBody } from '#odata/serialize/body.ts'
import { etagOf, headerVersions } from '#odata/serialize/etag.ts'
import { pageLink } from '#odata/serialize/link.ts'
import { readToken, writeToken } from '#odata/serialize/token.ts'

describe('bodies', () => {
  test('rows are passed through as they are', () => {
    const body = listBody({ context: 'c', value: '[{"n":12345678901234567890.10}]', count: '3', nextLink: '/x?a="b"' })
    expect(body).toBe(
      '{"@odata.context":"c","@odata.count":3,"value":[{"n":12345678901234567890.10}],"@odata.nextLink":"/x?a=\\"b\\""}',
    )
    expect(
      listBody({ context: 'c', value: '[]', annotations: { 'page.previous': '/p', 'page.none': undefined } }),
    ).toBe('{"@odata.context":"c","value":[],"@page.previous":"/p"}')
    expect(oneBody('c', '{"id":1}')).toBe('{"@odata.context":"c","id":1}')
    expect(oneBody('c', '{}')).toBe('{"@odata.context":"c"}')
    expect(contextUrl('/r/', 'invoices', ['id', 'name'])).toBe('/r/$metadata#invoices(id,name)')
  })

  test('ETags are weak; If-Match takes *, lists, weak and strong', () => {
    expect(etagOf(7)).toBe('W/"7"')
    expect(headerVersions('*')).toBe('*')
    expect(headerVersions(' W/"7" , "8"')).toEqual(['7', '8'])
    for (const bad of ['', '7', 'W/7', '"7', '"7",', '"7" "8"']) expect(headerVersions(bad), bad).toBe(undefined)
  })

  test('a page link keeps the query as it was written', () => {
    expect(pageLink('/x', "$filter=a eq 'b%26'&$skiptoken=old&$skip=5&top=9", 'new')).toBe(
      "/x?$filter=a eq 'b%26'&top=9&$skiptoken=new",
    )
  })
})

describe('page tokens', () => {
  const sign = (text: string) =>
    String([...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1e9, 7))

  test('carry any keys there and back', () => {
    fc.assert(
      fc.property(
        fc.array(fc.option(fc.string({ unit: 'grapheme' })), { minLength: 1 }),
        fc.boolean(),
        fc.option(fc.nat()),
        (keys, backward, left) => {
          const token = writeToken(JSON.stringify(keys), { backward, left: left ?? undefined }, 'set', sign)
          expect(token).toMatch(/^[\w-]+\.\d+$/)
          expect(readToken(token, keys.length, 'set', sign)).toEqual({ keys, backward, left: left ?? undefined })
        },
      ),
    )
  })

  test('are refused when altered, foreign or of another query', () => {
    const token = writeToken('["a"]', { backward: false }, 'set', sign)
    const refused = (text: string, count = 1, identity = 'set') => {
      expect(() => readToken(text, count, identity, sign), text).toThrow('query.skipTokenInvalid')
    }
    refused(token, 1, 'other')
    refused(token, 2)
    refused(`${token}.`)
    for (let index = 0; index < token.length; index += 1) {
      refused(`${token.slice(0, index)}${token[index] === 'A' ? 'B' : 'A'}${token.slice(index + 1)}`)
    }
    for (const bad of ['', '.', 'a', '%', 'ZA.x']) refused(bad)
  })

  test('base64url keeps every text', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => fromBase64url(toBase64url(text)) === text))
    expect(toBase64url('ķē')).toBe('xLfEkw')
  })
})
