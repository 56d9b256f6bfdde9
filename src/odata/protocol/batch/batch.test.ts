import { describe, expect, test } from 'vitest'
import { readMultipart, writeMultipart } from '#odata/protocol/batch/multipart.ts'
import { requestOf } from '#odata/protocol/batch/reference.ts'
import { parsePrefer } from '#odata/syntax/prefer.ts'

const type = 'multipart/mixed; boundary=b'
const part = (content: string) => `--b\r\nContent-Type: application/http\r\n\r\n${content}\r\n`
const ofBody = (body: string) =>
  requestOf(
    { id: '2', method: 'POST', url: 'invoices', headers: {}, body, dependsOn: [] },
    { method: 'POST', path: '$batch', query: '', headers: {} },
    '/root/',
    new Map([['1', { path: 'customers(7)', etag: undefined, body: undefined }]]),
  ).body

describe('the parts of a multipart batch', () => {
  const urls = (body: string) =>
    readMultipart(type, body).map((item) => (item.kind === 'single' ? item.part.url : item.kind))

  test('lie between lines that are the boundary and nothing else', () => {
    expect(
      urls(`preamble\n${part('GET a HTTP/1.1\r\n\r\n')}${part('GET b HTTP/1.1\r\n\r\n')}--b-- \t\r\nepilogue`),
    ).toEqual(['a', 'b'])
    expect(urls('--b\nContent-Type: application/http\n\nGET a\n\n--bc\n --b\nx--b\n--b--')).toEqual(['a'])
  })

  test('are not there where the last boundary is missing', () => {
    expect(() => urls(part('GET a HTTP/1.1\r\n\r\n'))).toThrow('request.malformed')
  })

  test('are found in a body of any shape in the time that it takes to read it', () => {
    const long = 2_000_000
    expect(urls(`${part(`POST a HTTP/1.1\r\n\r\n--${' '.repeat(long)}x`)}--b--`)).toEqual(['a'])
    expect(urls(`${part(`POST a HTTP/1.1\r\n\r\n--b${' '.repeat(long)}x`)}--b--`)).toEqual(['a'])
    expect(() => urls('--b\r\n'.repeat(long / 5))).toThrow('query.limit')
  })
})

test('an id leaves a multipart answer in one line', () => {
  const response = { status: 200, headers: {}, body: '{}' }
  const { body } = writeMultipart([{ kind: 'single', id: 'a\r\nX-Other: 1\r\n\r\nb', response }])
  expect(body).toContain('\r\nContent-ID: a X-Other: 1 b\r\n\r\nHTTP/1.1 200 OK\r\n')
})

describe('references in the body of a request', () => {
  test('stand where an address is expected, alone or in a list', () => {
    const body =
      '{"customer@odata.bind":"$1","all@bind" : ["$1", "$1/x","$9"],"note":"$1","a":["$1"],"@id":"$1","n":1.50}'
    expect(ofBody(body)).toBe(
      '{"customer@odata.bind":"customers(7)","all@bind" : ["customers(7)", "customers(7)/x","$9"],"note":"$1","a":["$1"],"@id":"customers(7)","n":1.50}',
    )
  })

  test('do not stand in texts, whatever these hold', () => {
    const body = '{"note":"\\"x@odata.bind\\":\\"$1\\"","x":"@id","y":"$1"}'
    expect(ofBody(body)).toBe(body)
  })

  test('are found in a body of any shape in the time that it takes to read it', () => {
    const quotes = '\\"'.repeat(1_000_000)
    expect(ofBody(`{"b@bind":"$1","a":"${quotes}"}`)).toBe(`{"b@bind":"customers(7)","a":"${quotes}"}`)
    expect(ofBody(`{"b@bind":"$1","a":"${quotes}`)).toBe(`{"b@bind":"customers(7)","a":"${quotes}`)
  })
})

test('preferences of any shape are read in the time that it takes to read them', () => {
  expect([
    ...parsePrefer('return=minimal, maxpagesize = "5" ;x=1,a=,b;c=1,constructor,include-annotations="*,-a.b"'),
  ]).toEqual([
    ['return', 'minimal'],
    ['maxpagesize', '5'],
    ['a', ''],
    ['b', 'true'],
    ['constructor', 'true'],
    ['include-annotations', '*,-a.b'],
  ])
  expect(parsePrefer(`"${'\\"'.repeat(8000)}`).size).toBe(0)
  expect(parsePrefer(`a=${' '.repeat(16_000)}(`).size).toBe(0)
  expect(parsePrefer(`return=minimal;${'x'.repeat(1_000_000)}`).size).toBe(0)
})
