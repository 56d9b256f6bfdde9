import { describe, expect, test } from 'vitest'
import { environmentChangeSchema, environmentSchema } from '#environments/environment.ts'
import { environmentOfHost, rewriteForHost } from '#environments/host.ts'
import { regionCodes } from '#environments/region.ts'
import { Fault } from '#faults/fault.ts'
import { parse } from '#faults/schema.ts'

const whole = {
  name: 'Acme',
  uri: 'acme',
  region: 'eu',
  company: 'Acme Ltd',
  url: 'https://acme.example',
  description: 'Orders and stock',
  color: '#2563EB',
  icon: 'factory',
}

function refused(change: Record<string, unknown>): string[] {
  try {
    parse(environmentSchema, { ...whole, ...change })
    return []
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return error.details.map(({ target, code }) => `${target} ${code}`)
  }
}

describe('an environment', () => {
  test('[R125] [R126] [R127] [R128] [R129] [R130] [R131] [R132] has name, company, uri, url, region, description, color and icon', () => {
    expect(parse(environmentSchema, whole)).toEqual({ ...whole, color: '#2563eb' })
    expect(parse(environmentSchema, { name: 'Acme', uri: 'acme', region: 'eu' })).toMatchObject({
      company: null,
      url: null,
      description: null,
      color: null,
    })
  })

  test('[R341] name: 2 and 25 characters refused, 3 and 24 accepted', () => {
    for (const length of [2, 25]) expect(refused({ name: 'x'.repeat(length) })).toEqual(['name validation.length'])
    for (const length of [3, 24]) expect(refused({ name: 'x'.repeat(length) })).toEqual([])
  })

  test('[R348] description: 2 and 256 characters refused, 3 and 255 accepted', () => {
    for (const length of [2, 256])
      expect(refused({ description: 'x'.repeat(length) })).toEqual(['description validation.length'])
    for (const length of [3, 255]) expect(refused({ description: 'x'.repeat(length) })).toEqual([])
  })

  test('[R358] uri: lowercase letters and numbers only, 3 to 24, none of the product’s own words', () => {
    for (const uri of ['abc', 'a23', `a${'1'.repeat(23)}`]) expect(refused({ uri }), uri).toEqual([])
    for (const uri of ['ab', `a${'1'.repeat(24)}`, 'Acme', '1abc', 'a_b', 'a-b', 'ācme', 'abc\n'])
      expect(refused({ uri }), uri).toEqual(['uri validation.uri'])
    for (const uri of ['www', 'api', 'auth', 'admin', 'users', 'health'])
      expect(refused({ uri }), uri).toEqual(['uri validation.uriReserved'])
  })

  test('regions are eu, us, ap and ru; colours, icons and addresses are checked', () => {
    expect(regionCodes).toEqual(['eu', 'us', 'ap', 'ru'])
    expect(refused({ region: 'mars' })).toEqual(['region validation.option'])
    expect(refused({ color: 'red' })).toEqual(['color validation.color'])
    expect(refused({ icon: 'skull' })).toEqual(['icon validation.option'])
    for (const url of ['javascript:alert(1)', 'acme', 'ftp://acme.example'])
      expect(refused({ url })).toEqual(['url validation.url'])
  })

  test('a change has no room for the region, the state or the schema', () => {
    const sent = { name: 'Acme 2', region: 'us', state: 'active', schema: 'lintel', created_by: 'x' }
    expect(parse(environmentChangeSchema, sent)).toEqual({ name: 'Acme 2' })
  })
})

describe('the host of an environment', () => {
  test('is the sub-domain that its uri names', () => {
    expect(environmentOfHost('acme.localhost:3000', 'localhost:3000')).toBe('acme')
    expect(environmentOfHost('ACME.Api.Example.com', 'api.example.com')).toBe('acme')
    for (const other of [
      'localhost:3000',
      'a.b.localhost',
      'acme.evil.org',
      'xlocalhost',
      '.localhost',
      'x-y.localhost',
    ])
      expect(environmentOfHost(other, 'localhost:3000'), other).toBeUndefined()
  })

  test('leaves the environment out of data paths', () => {
    const id = '0190a4c2-7a3b-7c4d-8e5f-0123456789ab'
    expect(rewriteForHost('/api/odata/v1/invoices?$top=5', id)).toBe(`/api/odata/v1/${id}/invoices?$top=5`)
    expect(rewriteForHost('/api/odata/v1', id)).toBe(`/api/odata/v1/${id}`)
    expect(rewriteForHost('/api/odata/v1/', id)).toBe(`/api/odata/v1/${id}`)
    expect(rewriteForHost('/api/odata/v1?$format=json', id)).toBe(`/api/odata/v1/${id}?$format=json`)
    for (const same of [
      `/api/odata/v1/${id}/invoices`,
      '/api/env/v1',
      '/api/odata/v10/invoices',
      '/main?x=/api/odata/v1/a',
    ])
      expect(rewriteForHost(same, id), same).toBe(same)
  })
})
